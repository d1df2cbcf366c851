// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// Walks over one file and notes each place that can be mutated.
///
/// There are no types here: what does not compile is found out by compiling it. What can be seen
/// to mean nothing is left out: asserted conditions, `#if`, attributes, default arguments, tables
/// of numbers, `hash(into:)`, and room that is reserved.
final class Finder: SyntaxVisitor {
  private(set) var mutants: [Mutant] = []

  private let file: String
  private let bytes: [UInt8]
  private let places: SourceLocationConverter
  private let cases: EnumCases
  /// The names that the file declares as text or lists.
  private let lists: Set<String>
  private var scopes: [String] = []

  private static let bounds = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let opposites = [
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
  ]
  private static let connectives = ["&&": "||", "||": "&&"]
  private static let arithmetic = [
    "+": "-", "-": "+", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+=",
  ]
  private static let asserting: Set = [
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
    "_checkInvariants",
  ]
  private static let needless: Set = ["reserveCapacity", "super.init", "self.init"]
  /// The functions whose results are lists or text.
  private static let listing: Set = [
    "map", "compactMap", "flatMap", "filter", "suffix", "prefix", "dropFirst", "dropLast", "sorted",
    "reversed", "joined",
  ]
  /// A list of more numbers than this is a table.
  private static let longestList = 6

  init(file: String, bytes: [UInt8], tree: SourceFileSyntax, cases: EnumCases) {
    self.file = file
    self.bytes = bytes
    self.cases = cases
    let names = ListNames(viewMode: .sourceAccurate)
    names.walk(tree)
    lists = names.found
    places = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Names of what is around

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    scopes.append(name)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    let name = "\(node.name.text)(\(labels.joined()))"
    _ = enter(name)
    return name == "hash(into:)" ? .skipChildren : .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    return enter("init(\(labels.joined()))")
  }
  override func visitPost(_ node: InitializerDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("subscript")
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("deinit")
  }
  override func visitPost(_ node: DeinitializerDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    enter(isMember(node) ? node.pattern.trimmedDescription : "")
  }
  override func visitPost(_ node: PatternBindingSyntax) { scopes.removeLast() }

  private func isMember(_ node: PatternBindingSyntax) -> Bool {
    let holder = node.parent?.parent?.parent
    return holder?.is(MemberBlockItemSyntax.self) == true
      || holder?.parent?.parent?.is(SourceFileSyntax.self) == true
  }

  // MARK: What is left alone

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  // MARK: What is mutated

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    let name = symbol.text
    if let other = Self.bounds[name] { swap(symbol, other, in: node, kind: "bound") }
    if let other = Self.opposites[name] {
      let text = replacing(symbol, by: other, in: node)
      note(ExprSyntax(node), "negation", .denied, "", says: text)
    }
    if let other = Self.connectives[name] { swap(symbol, other, in: node, kind: "connective") }
    if let other = Self.arithmetic[name], !isText(node.leftOperand), !isText(node.rightOperand) {
      if name.hasSuffix("=") {
        if node.parent?.is(CodeBlockItemSyntax.self) == true {
          let text = replacing(symbol, by: other, in: node)
          note(ExprSyntax(node), "arithmetic", .replaced, text, says: text)
        }
      } else {
        swap(symbol, other, in: node, kind: "arithmetic")
      }
    }
    if name == "..<" {
      let text = "\(source(Syntax(node))) + 1"
      let code =
        "\(source(Syntax(node.leftOperand)))..<((\(source(Syntax(node.rightOperand)))) + 1)"
      note(ExprSyntax(node), "bound", .either, code, says: text)
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" {
      let text = source(Syntax(node.expression))
      note(ExprSyntax(node), "negation", .denied, "", says: text)
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if let condition = node.condition.as(ExprSyntax.self) { deny(condition) }
    return .visitChildren
  }
  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    deny(node.condition)
    return .visitChildren
  }
  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    deny(node.condition)
    return .visitChildren
  }
  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    deny(node.condition)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let digits = node.literal.text.filter { $0 != "_" }
    guard let value = Int(digits), !isInTable(Syntax(node)) else { return .visitChildren }
    // The direction depends on nothing else, so that edits above leave a mutant as it is.
    let isLower = value > 1 && value % 2 == 0
    let text = String(isLower ? value - 1 : value + 1)
    note(ExprSyntax(node), "constant", .either, text, says: text)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    let isBase = node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == node.id
    let type = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    guard !isCalled, !isBase, node.declName.argumentNames == nil, node.base == nil || type != nil,
      let other = cases.neighbour(of: node.declName.baseName.text, in: type)
    else { return .visitChildren }
    let text = "\(type ?? "").\(other)"
    note(ExprSyntax(node), "case", .either, text, says: text)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression.trimmedDescription
    let name = callee.split(separator: ".").last.map(String.init) ?? callee
    if Self.asserting.contains(name) { return .skipChildren }
    // What is made and not kept is the value of a `switch`.
    let makesValue = callee.hasPrefix(".") || callee.first?.isUppercase == true && name == callee
    guard !makesValue, !Self.needless.contains(callee), !Self.needless.contains(name),
      let whole = statement(around: ExprSyntax(node)), isInSequence(whole)
    else { return .visitChildren }
    note(ExprSyntax(whole), "removal", .removed, "", says: "removed")
    return .visitChildren
  }

  // MARK: Parts

  /// Denies a condition, unless it is denied as a comparison or a negation anyway, or a constant.
  private func deny(_ condition: ExprSyntax) {
    var inner = condition
    while true {
      if let node = inner.as(TryExprSyntax.self) {
        inner = node.expression
      } else if let node = inner.as(UnsafeExprSyntax.self) {
        inner = node.expression
      } else if let node = inner.as(TupleExprSyntax.self), node.elements.count == 1,
        let element = node.elements.first
      {
        inner = element.expression
      } else {
        break
      }
    }
    if inner.is(BooleanLiteralExprSyntax.self) { return }
    if inner.as(PrefixOperatorExprSyntax.self)?.operator.text == "!" { return }
    if let node = inner.as(InfixOperatorExprSyntax.self),
      let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
      Self.opposites[symbol] != nil
    {
      return
    }
    note(inner, "negation", .denied, "", says: "!(\(source(Syntax(inner))))")
  }

  private func swap(
    _ symbol: TokenSyntax, _ other: String, in node: InfixOperatorExprSyntax, kind: String
  ) {
    let text = replacing(symbol, by: other, in: node)
    note(ExprSyntax(node), kind, .either, text, says: text)
  }

  private func replacing(
    _ symbol: TokenSyntax, by other: String, in node: InfixOperatorExprSyntax
  ) -> String {
    let before = text(from: start(Syntax(node)), to: start(Syntax(symbol)))
    return before + other + text(from: end(Syntax(symbol)), to: end(Syntax(node)))
  }

  /// Returns whether an expression is evidently text or a list, which can be added but not
  /// subtracted.
  private func isText(_ node: ExprSyntax) -> Bool {
    if node.is(StringLiteralExprSyntax.self) || node.is(ArrayExprSyntax.self) { return true }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return lists.contains(name.baseName.text)
    }
    if let member = node.as(MemberAccessExprSyntax.self) {
      return lists.contains(member.declName.baseName.text)
    }
    if let call = node.as(FunctionCallExprSyntax.self) {
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      return callee.map(Self.listing.contains) ?? false
    }
    if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return isText(element.expression)
    }
    if let ternary = node.as(TernaryExprSyntax.self) {
      return isText(ternary.thenExpression) || isText(ternary.elseExpression)
    }
    guard let infix = node.as(InfixOperatorExprSyntax.self) else { return false }
    return isText(infix.leftOperand) || isText(infix.rightOperand)
  }

  private func isInTable(_ node: Syntax) -> Bool {
    var node = node
    while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
      if let list = parent.as(ArrayElementListSyntax.self), list.count > Self.longestList {
        return true
      }
      if let list = parent.as(DictionaryElementListSyntax.self), list.count > Self.longestList {
        return true
      }
      node = parent
    }
    return false
  }

  /// Returns the whole statement if this expression with `try` and the like is one.
  private func statement(around node: ExprSyntax) -> ExprSyntax? {
    var node = node
    while let parent = node.parent {
      if parent.is(CodeBlockItemSyntax.self) { return node }
      guard parent.is(TryExprSyntax.self) || parent.is(UnsafeExprSyntax.self),
        let outer = parent.as(ExprSyntax.self)
      else { return nil }
      node = outer
    }
    return nil
  }

  /// Returns whether the value of a statement is not used: the statement is not the only one of a
  /// closure or getter, nor of a branch whose value is used.
  private func isInSequence(_ node: ExprSyntax) -> Bool {
    let item = node.parent?.is(ExpressionStmtSyntax.self) == true ? node.parent : Syntax(node)
    guard let list = item?.parent?.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    if list.count > 1 { return true }
    guard let holder = list.parent else { return false }
    if holder.is(ClosureExprSyntax.self) || holder.is(AccessorBlockSyntax.self) { return false }
    if let function = holder.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause == nil
    }
    if holder.parent?.is(AccessorDeclSyntax.self) == true { return false }
    if let branch = holder.parent?.parent?.as(SwitchExprSyntax.self) {
      return isInSequence(ExprSyntax(branch))
    }
    if var branch = holder.parent?.as(IfExprSyntax.self) {
      while let outer = branch.parent?.as(IfExprSyntax.self) { branch = outer }
      return isInSequence(ExprSyntax(branch))
    }
    return true
  }

  private func start(_ node: Syntax) -> Int { node.positionAfterSkippingLeadingTrivia.utf8Offset }
  private func end(_ node: Syntax) -> Int { node.endPositionBeforeTrailingTrivia.utf8Offset }
  private func source(_ node: Syntax) -> String { text(from: start(node), to: end(node)) }
  private func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func note(
    _ node: ExprSyntax, _ kind: String, _ form: Mutant.Form, _ code: String, says mutated: String
  ) {
    let node = Syntax(node)
    mutants.append(
      Mutant(
        kind: kind, form: form, file: file,
        line: places.location(for: node.positionAfterSkippingLeadingTrivia).line,
        function: scopes.filter { !$0.isEmpty }.joined(separator: "."), start: start(node),
        end: end(node), code: code, original: Self.line(source(node)), mutated: Self.line(mutated)))
  }

  /// Returns code on one line.
  private static func line(_ code: String) -> String {
    code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The names of variables and parameters that a file declares as text or lists.
private final class ListNames: SyntaxVisitor {
  private(set) var found: Set<String> = []

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let value = node.initializer?.value
    let isLiteral =
      value?.is(StringLiteralExprSyntax.self) == true || value?.is(ArrayExprSyntax.self) == true
    if isLiteral || isList(node.typeAnnotation?.type) {
      found.insert(node.pattern.trimmedDescription)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    if isList(node.type) { found.insert((node.secondName ?? node.firstName).text) }
    return .visitChildren
  }

  private func isList(_ type: TypeSyntax?) -> Bool {
    guard let type else { return false }
    if let attributed = type.as(AttributedTypeSyntax.self) { return isList(attributed.baseType) }
    return type.is(ArrayTypeSyntax.self)
      || ["String", "Substring"].contains(type.trimmedDescription)
  }
}
