"""Answers questions about a CSV or TSV file: JSON on standard input, JSON on standard output. Read-only."""

import codecs
import csv
import json
import math
import re
import sys
from collections import Counter

DISTINCT_LIMIT = 10_000
PROBLEM_LIMIT = 20
ROW_LIMIT = 200
GROUP_LIMIT = 1_000
NUMBER = re.compile(r"^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$")
LEADING_ZERO = re.compile(r"^[+-]?0\d")
DECIMAL_COMMA = re.compile(r"^[+-]?\d{1,3}(?:\.\d{3})*,\d+$")
DATE = re.compile(r"^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$")


class Refusal(Exception):
    """A mistake the caller can fix; its message is the answer."""


def main():
    csv.field_size_limit(16 * 1024 * 1024)
    questions = {"summary": summarise, "rows": select_rows, "count": count_rows}
    try:
        if len(sys.argv) != 2 or sys.argv[1] not in questions:
            raise Refusal("Say one of: " + ", ".join(questions))
        request = json.load(sys.stdin)
        if not isinstance(request, dict) or not isinstance(request.get("file"), str):
            raise Refusal("The input is a JSON object with at least 'file'")
        answer = questions[sys.argv[1]](request)
    except (Refusal, OSError, csv.Error) as error:
        print(json.dumps({"error": str(error)}, ensure_ascii=False))
        return 1
    except json.JSONDecodeError as error:
        print(json.dumps({"error": f"The input is not JSON: {error}"}))
        return 1
    print(json.dumps(answer, ensure_ascii=False, indent=2))
    return 0


class Table:
    """An open file: its header, and its rows as lists."""

    def __init__(self, request):
        self.path = request["file"]
        self.encoding = detect_encoding(self.path)
        with open(self.path, encoding=self.encoding, errors="replace", newline="") as file:
            sample = file.read(64 * 1024)
        self.delimiter = request.get("delimiter") or detect_delimiter(sample)
        if len(self.delimiter) != 1:
            raise Refusal("A delimiter is one character")
        self.header = next(self._read(), None)
        if self.header is None:
            raise Refusal("The file is empty")

    def _read(self):
        with open(self.path, encoding=self.encoding, errors="replace", newline="") as file:
            yield from csv.reader(file, delimiter=self.delimiter)

    def rows(self):
        """Rows below the header with the number of the row; blank lines are left out."""
        for number, row in enumerate(self._read(), start=1):
            if number > 1 and row:
                yield number, row

    def position(self, column):
        if column not in self.header:
            raise Refusal(f"No column '{column}'. There are: {', '.join(self.header)}")
        return self.header.index(column)


def detect_encoding(path):
    with open(path, "rb") as file:
        start = file.read(256 * 1024)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\0" in start:
        raise Refusal("This is not a text file")
    try:
        # Not final: the last character of the sample may be cut in two.
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def detect_delimiter(sample):
    """The character that splits the first lines into the same number of fields, the most of them."""
    best, most = ",", 0.0
    lines = sample.splitlines()[:50]
    for candidate in (",", ";", "\t", "|"):
        widths = [len(row) for row in csv.reader(lines, delimiter=candidate) if row]
        if not widths or widths[0] < 2:
            continue
        agreement = widths.count(widths[0]) / len(widths)
        if agreement * math.log(widths[0] + 1) > most:
            best, most = candidate, agreement * math.log(widths[0] + 1)
    return best


class Column:
    """Statistics for one column."""

    def __init__(self, name):
        self.name = name
        self.empty = 0
        self.kinds = Counter()
        self.values = Counter()
        self.overflowed = False
        self.least = self.most = None
        self.formulas = 0

    def add(self, field):
        text = field.strip()
        if text == "":
            self.empty += 1
            return
        kind = kind_of(text)
        self.kinds[kind] += 1
        if text[0] in "=@" or (text[0] in "+-" and kind == "text"):
            self.formulas += 1
        if len(self.values) < DISTINCT_LIMIT or text in self.values:
            self.values[text] += 1
        else:
            self.overflowed = True
        key = sort_key(text)
        if self.least is None or key < sort_key(self.least):
            self.least = text
        if self.most is None or key > sort_key(self.most):
            self.most = text

    def describe(self):
        filled = sum(self.kinds.values())
        summary = {
            "name": self.name,
            "type": self.kinds.most_common(1)[0][0] if filled else "empty",
            "filled": filled,
            "empty": self.empty,
            "distinct": f"more than {DISTINCT_LIMIT}" if self.overflowed else len(self.values),
        }
        if len(self.kinds) > 1:
            summary["mixed"] = dict(self.kinds.most_common())
        if filled:
            summary["smallest"], summary["largest"] = self.least, self.most
            frequent = [(text, count) for text, count in self.values.most_common(5) if count > 1]
            if frequent:
                summary["frequent"] = [{"value": text, "rows": count} for text, count in frequent]
        if self.formulas:
            summary["likeFormulas"] = self.formulas
        return summary


def kind_of(text):
    if DECIMAL_COMMA.match(text):
        return "decimal comma"
    if NUMBER.match(text):
        return "text" if LEADING_ZERO.match(text) else "number"
    return "date" if DATE.match(text) else "text"


def number_of(text):
    text = text.strip()
    return float(text) if NUMBER.match(text) and not LEADING_ZERO.match(text) else None


def sort_key(text):
    """Numbers before text, each in its own order."""
    number = number_of(text)
    return (1, text.strip().casefold()) if number is None else (0, number)


def summarise(request):
    table = Table(request)
    columns = [Column(name) for name in table.header]
    problems, odd, count = [], 0, 0
    if len(set(table.header)) < len(table.header):
        problems.append({"row": 1, "problem": "two columns have the same name"})
    if any(name.strip() == "" for name in table.header):
        problems.append({"row": 1, "problem": "a column has no name"})
    for number, row in table.rows():
        count += 1
        if len(row) != len(columns):
            odd += 1
            if len(problems) < PROBLEM_LIMIT:
                problems.append({"row": number, "problem": f"{len(row)} fields instead of {len(columns)}"})
        for column, field in zip(columns, row):
            column.add(field)
    return {
        "file": table.path,
        "delimiter": table.delimiter,
        "encoding": table.encoding,
        "rows": count,
        "columns": [column.describe() for column in columns],
        "oddRows": odd,
        "problems": problems,
    }


OPERATORS = {
    "=": lambda field, value: field.strip().casefold() == value.strip().casefold(),
    "!=": lambda field, value: field.strip().casefold() != value.strip().casefold(),
    "<": lambda field, value: compare(field, value) < 0,
    "<=": lambda field, value: compare(field, value) <= 0,
    ">": lambda field, value: compare(field, value) > 0,
    ">=": lambda field, value: compare(field, value) >= 0,
    "contains": lambda field, value: value.casefold() in field.casefold(),
    "empty": lambda field, value: field.strip() == "",
    "filled": lambda field, value: field.strip() != "",
}


def compare(field, value):
    left, right = number_of(field), number_of(value)
    if left is None or right is None:
        left, right = field.strip().casefold(), value.strip().casefold()
    return (left > right) - (left < right)


def conditions(table, request):
    """One function from a row to whether it meets every condition."""
    tests = []
    for condition in request.get("where", []):
        if not isinstance(condition, list) or not 2 <= len(condition) <= 3 or condition[1] not in OPERATORS:
            raise Refusal(f"A condition is [column, operator, value] with one of: {' '.join(OPERATORS)}")
        value = str(condition[2]) if len(condition) == 3 else ""
        tests.append((table.position(condition[0]), OPERATORS[condition[1]], value))
    return lambda row: all(test(field_at(row, position), value) for position, test, value in tests)


def field_at(row, position):
    return row[position] if position < len(row) else ""


def select_rows(request):
    table = Table(request)
    meets = conditions(table, request)
    chosen = [(name, table.position(name)) for name in request.get("columns") or table.header]
    limit = min(int(request.get("limit", 20)), ROW_LIMIT)
    order = request.get("sort", "")
    found, matched = [], 0
    for _, row in table.rows():
        if not meets(row):
            continue
        matched += 1
        if order or len(found) < limit:
            found.append(row)
    if order:
        place = table.position(order.lstrip("-"))
        found.sort(key=lambda row: sort_key(field_at(row, place)), reverse=order.startswith("-"))
    rows = [{name: field_at(row, place) for name, place in chosen} for row in found[:limit]]
    return {"matched": matched, "shown": len(rows), "rows": rows}


def count_rows(request):
    table = Table(request)
    meets = conditions(table, request)
    what = request.get("what", "rows")
    if what not in ("rows", "sum", "mean", "min", "max"):
        raise Refusal("'what' is one of: rows, sum, mean, min, max")
    if what != "rows" and not request.get("of"):
        raise Refusal(f"'{what}' needs a column in 'of'")
    group = [table.position(name) for name in request.get("by", [])]
    place = None if what == "rows" else table.position(request["of"])
    rows, numbers, skipped = Counter(), {}, 0
    for _, row in table.rows():
        if not meets(row):
            continue
        key = tuple(field_at(row, position).strip() for position in group)
        rows[key] += 1
        if place is None:
            continue
        number = number_of(field_at(row, place))
        if number is None:
            skipped += 1
        else:
            numbers.setdefault(key, []).append(number)
    names = request.get("by", [])
    groups = [
        {**dict(zip(names, key)), "rows": count, **({} if place is None else {what: compute(what, numbers.get(key, []))})}
        for key, count in rows.most_common(GROUP_LIMIT)
    ]
    answer = {"rows": sum(rows.values()), "groups": groups}
    if len(rows) > GROUP_LIMIT:
        answer["note"] = f"the {GROUP_LIMIT} largest of {len(rows)} groups"
    if skipped:
        answer["notNumbers"] = skipped
    return answer


def compute(what, numbers):
    if not numbers:
        return None
    if what == "sum":
        return round(math.fsum(numbers), 10)
    if what == "mean":
        return math.fsum(numbers) / len(numbers)
    return min(numbers) if what == "min" else max(numbers)


if __name__ == "__main__":
    sys.exit(main())
