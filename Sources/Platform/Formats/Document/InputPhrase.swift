// SPDX-License-Identifier: Apache-2.0
import Text

/// The sentences about mistakes in input files, and the problems that name a part of the file.
enum InputPhrase: String, Phrase {
  case placed = "{place}: found {problem} | {place}：发现 {problem}"
  case whole = "{file}: {problem} | {file}：{problem}"
  case valid = "valid here: {values} | 这里可以是：{values}"
  case meant = "did you mean {name}? | 是不是想写 {name}？"
  case asKey = "{value} as a key | 用作键的 {value}"
  case keyTwice = """
    key {key} on line {number}, which line {other} already has | \
    第 {number} 行的键 {key}，第 {other} 行已经有了
    """
  case unknownKey = "unknown key {key} | 未知的键 {key}"
  case noKey = "no key {key} | 没有键 {key}"
  case otherKeys = "no key {key} (only {keys}) | 没有键 {key}（只有 {keys}）"
  case unknownAnchor = "an alias to the unknown anchor {name} | 指向未知锚点 {name} 的别名"
  case selfAlias = "an alias to the value that it stands in, {name} | 指向自身所在值的别名 {name}"
  case tooDeep = "lists and maps nested deeper than {count} | 嵌套超过 {count} 层的列表和映射"
  case tooMany = "more than {count} values, with aliases written out | 展开别名后超过 {count} 个的值"
  case badCharacter = "the character {code}, which YAML does not allow | YAML 不允许的字符 {code}"
  case invalid = "invalid YAML: {fault} | 不合法的 YAML：{fault}"
  case notUTF8 = "byte {code}, which is not UTF-8 | 不是 UTF-8 的字节 {code}"
  case items = "a list of {count} | {count} 项的列表"
  case wholeNumber = "a whole number from {from} to {to} | {from} 到 {to} 的整数"
  case number = "a number from {from} to {to} | {from} 到 {to} 的数"
  case textIn = "text (write {value}) | 文本（写作 {value}）"
}

/// The problems and valid forms of input files that name nothing in the file.
enum FormPhrase: String, Phrase {
  case list = "a list | 列表"
  case map = "a map | 映射"
  case text = "text | 文本"
  case nothing = "nothing | 空值"
  case emptyFile = "an empty file | 空文件"
  case document = "one YAML document | 一个 YAML 文档"
  case secondDocument = "a second document | 第二个文档"
  case oneDocument = "one YAML document per file | 每个文件一个 YAML 文档"
  case tag = "a tag | 标签"
  case directive = "a tag directive | 标签指令"
  case withoutTags = "values without tags | 不带标签的值"
  case noValue = "no value | 缺少的值"
  case value = "a value | 一个值"
  case tab = "a tab | 制表符"
  case spaces = "spaces (YAML does not indent with tabs) | 空格（YAML 不用制表符缩进）"
  case utf8 = "UTF-8 text | UTF-8 文本"
  case wholeNumber = "a whole number | 整数"
  case finiteNumber = "a finite number | 有限的数"
  case emptyList = "an empty list | 空列表"
  case names = "names | 名称"
  case oneOfTwo = "one of the two | 两者之一"
  case missingFile = "there is no such file | 没有这个文件"
  case denied = "the file may not be read (permission denied) | 没有读取这个文件的权限"
  case directory = "this is a directory, not a file | 这是目录，不是文件"
  case badPath = "a part of the path is not a directory | 路径的一部分不是目录"
  case links = "the path has too many symbolic links | 路径里的符号链接太多"
  case longPath = "the path is too long | 路径太长"

  private static let messages = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.patterns.english, $0()) })

  /// Returns the message with an English text; one without a phrase is the same in every language.
  static func message(_ english: String) -> Message { messages[english] ?? Message(english) }
}
