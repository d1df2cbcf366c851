# SPDX-License-Identifier: Apache-2.0
"""Writes the model that `swivel-bench-check` writes once more, in Murphi, for rumur.

Only what such models consist of is understood: steps with guards, macros, assignments and choices of
which at most one can be taken. Anything else ends with an error.
"""
import re

TOKEN = re.compile(r"\s*(::|->|&&|\|\||==|!=|[A-Za-z_]\w*|\d+|[][(){};=!,:])")
# The numbers that a variable can have; those that no step starts with are no part of a state.
STATE = {"hid": 1, "own": 3, "there": 1, "key": 127, "bar": 3, "dev": 4, "rest": 15}
SCRATCH = {"page": 127, "goal": 3, "wr": 1, "ends": 1, "was_key": 127, "was_dev": 4, "was_own": 3,
           "was_hid": 1}


# Those of them that a macro shares with the step.
SHARED = ["page", "goal", "wr", "ends"]


class Reader:
    """The tokens of a text, one after the other."""

    def __init__(self, text):
        self.tokens, place = [], 0
        text = text.strip()
        while place < len(text):
            found = TOKEN.match(text, place)
            if not found:
                raise ValueError(f"not understood: {text[place:place + 40]!r}")
            self.tokens.append(found.group(1))
            place = found.end()
        self.place = 0

    def peek(self, ahead=0):
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if wanted is not None and token != wanted:
            raise ValueError(f"{wanted!r} is missing before {token!r}")
        self.place += 1
        return token


class Murphi:
    """One model."""

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"#ifdef.*?#endif", "", text, flags=re.S)
        self.macros = {name: body for name, body in
                       re.findall(r"inline (\w+)\(\) \{\n(.*?)\n\}", text, flags=re.S)}
        # What is only looked at is no part of a state.
        self.macros.pop("check", None)
        head = text[:text.index("inline")]
        self.windows = int(re.search(r"hid\[(\d+)\]", head).group(1))
        self.starts = dict.fromkeys(re.findall(r"\b(hid|own|there)\[", head), 0)
        self.starts |= {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", head)}
        body = text[text.index("active proctype"):]
        first = re.search(r"\{\n  d_step \{ (.*?) \};\n  do", body, flags=re.S)
        self.first = first.group(1) if first else "skip"
        self.steps = re.findall(r"  :: d_step \{ (.*?) ->\n(.*?) \}(?=\n)", body, flags=re.S)

    def condition(self, reader):
        parts = [self.clause(reader)]
        while reader.peek() in ("&&", "||"):
            parts += [{"&&": "&", "||": "|"}[reader.take()], self.clause(reader)]
        # Where both come in one line, Promela and Murphi bind the same one closer.
        return " ".join(parts)

    def clause(self, reader):
        if reader.peek() == "!":
            reader.take()
            return f"!({self.clause(reader)})"
        if reader.peek() == "(":
            reader.take()
            inner = self.condition(reader)
            reader.take(")")
            return f"({inner})"
        left = self.value(reader)
        if reader.peek() in ("==", "!="):
            sign = {"==": "=", "!=": "!="}[reader.take()]
            return f"({left} {sign} {self.value(reader)})"
        return "true" if left == "true" else f"({left} = 1)"

    def value(self, reader):
        # In Murphi "to" is a word of its own.
        name = reader.take().replace("to", "goal") if reader.peek() == "to" else reader.take()
        if reader.peek() != "[":
            return name
        reader.take()
        index = reader.take()
        reader.take("]")
        return f"{name}[{index}]"

    def statements(self, reader, ends=()):
        lines = []
        while reader.peek() and reader.peek() not in ends:
            if reader.peek() == ";":
                reader.take()
            elif reader.peek() == "skip":
                reader.take()
            elif reader.peek() == "if":
                lines.append(self.choice(reader))
            elif reader.peek(1) == "(":
                name = reader.take()
                reader.take("(")
                reader.take(")")
                if name != "check":
                    lines.append(f"{name}({', '.join(SHARED)});")
            else:
                left = self.value(reader)
                reader.take("=")
                lines.append(f"{left} := {self.value(reader)};")
        return lines

    def choice(self, reader):
        reader.take("if")
        text = ""
        while reader.peek() == "::":
            reader.take()
            if reader.peek() == "else":
                reader.take()
                text += "else "
            else:
                text += f"{'elsif' if text else 'if'} {self.condition(reader)} then "
            reader.take("->")
            text += " ".join(self.statements(reader, ("::", "fi"))) + " "
        reader.take("fi")
        return text + "end;"

    def text(self):
        arrays = [name for name in ("hid", "own", "there") if name in self.starts]
        plain = [name for name in STATE if name in self.starts and name not in arrays]
        lines = ["var"]
        lines += [f"  {name}: array [0..{self.windows - 1}] of 0..{STATE[name]};" for name in arrays]
        lines += [f"  {name}: 0..{STATE[name]};" for name in plain]
        shared = "; ".join(f"var {name}: 0..{SCRATCH[name]}" for name in SHARED)
        # The page is asked for by the others.
        for name, body in sorted(self.macros.items(), key=lambda macro: macro[0] != "find_page"):
            lines += [f"procedure {name}({shared}); begin"]
            lines += [f"  {line}" for line in self.statements(Reader(body))] + ["end;"]
        lines += ["startstate"]
        lines += ["var " + " ".join(f"{name}: 0..{most};" for name, most in SCRATCH.items()), "begin"]
        lines += [f"  for i: 0..{self.windows - 1} do {name}[i] := 0; end;" for name in arrays]
        lines += [f"  {name} := {self.starts[name]};" for name in plain]
        lines += [f"  {line}" for line in self.statements(Reader(self.first))] + ["end;"]
        for guard, body in self.steps:
            lines += [f"rule {self.condition(Reader(guard))} ==>"]
            lines += ["var " + " ".join(f"{name}: 0..{most};" for name, most in SCRATCH.items())]
            lines += ["begin"] + [f"  {name} := 0;" for name in SCRATCH]
            lines += [f"  {line}" for line in self.statements(Reader(body))] + ["end;"]
        return "\n".join(lines) + "\n"


def write(promela, path):
    """Writes a Murphi model of a Promela one."""
    with open(promela, encoding="utf-8") as file:
        text = Murphi(file.read()).text()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
