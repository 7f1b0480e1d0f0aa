#!/usr/bin/python3
"""Checks documents against the schema that each names, docs/schema.json or docs/info-schema.json: validate.py FILE...

Prints one line an error and exits with 1 where there is one.
"""

import json
import pathlib
import sys

import jsonschema

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def validator_for(document):
    is_info = isinstance(document, dict) and str(document.get("schema")).startswith("gpuxfer-info/")
    schema = json.loads((DOCS / ("info-schema.json" if is_info else "schema.json")).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def errors(path):
    """One line for each way in which the file at `path` departs from its schema."""
    try:
        document = json.loads(pathlib.Path(path).read_bytes(), parse_constant=refuse)
    except (OSError, ValueError) as error:
        return [f"{path}: {error}"]
    found = sorted(validator_for(document).iter_errors(document), key=lambda error: [str(key) for key in error.absolute_path])
    # A message quotes the offending value, which may be a whole row.
    return [f"{path}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in found]


def main(paths):
    if not paths:
        print("usage: validate.py FILE...", file=sys.stderr)
        return 1
    lines = [line for path in paths for line in errors(path)]
    print("".join(line + "\n" for line in lines), end="")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
