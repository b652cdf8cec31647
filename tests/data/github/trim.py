"""Cuts GitHub's published API descriptions down to what the tests use; see README.md.

usage: trim.py api.github.com.json schema.graphql OPERATIONS.graphql…
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import graphql

HERE = Path(__file__).parent
BUILT_IN = {"Int", "String", "Boolean", "ID", "Float"}
OPERATIONS = {
    "/repos/{owner}/{repo}/pulls": ("get", "post"),
    "/repos/{owner}/{repo}/issues/{issue_number}/labels": ("post",),
}


def references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def trim_openapi(source: Path) -> str:
    whole = json.loads(source.read_text(encoding="utf-8"))
    kept = {
        path: {key: value for key, value in whole["paths"][path].items() if key in methods or key == "parameters"}
        for path, methods in OPERATIONS.items()
    }
    needed: dict[str, object] = {}
    waiting: list[object] = [kept]
    while waiting:
        for reference in references(waiting.pop()):
            if reference not in needed:
                node = whole
                for part in reference.removeprefix("#/").split("/"):
                    node = node[part.replace("~1", "/").replace("~0", "~")]
                needed[reference] = node
                waiting.append(node)
    components = {
        kind: {name: value for name, value in group.items() if f"#/components/{kind}/{name}" in needed}
        for kind, group in whole["components"].items()
    }
    out = {key: whole[key] for key in ("openapi", "info", "servers") if key in whole}
    return json.dumps({**out, "paths": kept, "components": components}, separators=(",", ":"))


def trim_graphql(source: Path, operations: list[Path]) -> str:
    schema = graphql.build_schema(source.read_text(encoding="utf-8"), assume_valid=True, no_location=True)
    fields: dict[str, set[str]] = {"Query": set(), "Mutation": set()}
    whole: set[str] = set(BUILT_IN)

    def keep_input(kind: object) -> None:
        named = graphql.get_named_type(kind)  # type: ignore[arg-type]
        if named.name not in whole:
            whole.add(named.name)
            if isinstance(named, graphql.GraphQLInputObjectType):
                for entry in named.fields.values():
                    keep_input(entry.type)

    for path in operations:
        for query in json.loads(path.read_text(encoding="utf-8")):
            document = graphql.parse(query)
            errors = graphql.validate(schema, document)
            assert not errors, errors
            info = graphql.TypeInfo(schema)

            class Collect(graphql.Visitor):
                def enter_field(self, node: graphql.FieldNode, *_: object, info: graphql.TypeInfo = info) -> None:
                    parent, field = info.get_parent_type(), info.get_field_def()
                    if parent is None or field is None or node.name.value.startswith("__"):
                        return
                    fields.setdefault(parent.name, set()).add(node.name.value)
                    result = graphql.get_named_type(field.type)
                    fields.setdefault(result.name, set())
                    if isinstance(parent, graphql.GraphQLInterfaceType):
                        for member in schema.get_possible_types(parent):
                            if member.name in fields:
                                fields[member.name].add(node.name.value)
                    for argument in field.args.values():
                        keep_input(argument.type)
                    if isinstance(result, graphql.GraphQLEnumType | graphql.GraphQLScalarType):
                        whole.add(result.name)

                def enter_inline_fragment(self, node: graphql.InlineFragmentNode, *_: object) -> None:
                    if node.type_condition is not None:
                        fields.setdefault(node.type_condition.name.value, set())

                def enter_variable_definition(self, node: graphql.VariableDefinitionNode, *_: object) -> None:
                    kind = graphql.type_from_ast(schema, node.type)
                    keep_input(kind)

            graphql.visit(document, graphql.TypeInfoVisitor(info, Collect()))
    for name in list(fields):  # an object brings the fields of the interfaces that it keeps
        kind = schema.type_map[name]
        if isinstance(kind, graphql.GraphQLInterfaceType):
            for member in schema.get_possible_types(kind):
                if member.name in fields:
                    fields[member.name] |= fields[name]
    names = sorted((whole | set(fields)) - BUILT_IN)
    shown = [show(schema.type_map[name], fields.get(name), set(fields)) for name in names]
    return "\n\n".join(shown) + "\n"


def show(kind: graphql.GraphQLNamedType, kept: set[str] | None, interfaces: set[str]) -> str:
    """A type in the schema language, without descriptions; of an object only the fields that are kept."""
    if isinstance(kind, graphql.GraphQLScalarType):
        return f"scalar {kind.name}"
    if isinstance(kind, graphql.GraphQLEnumType):
        return f"enum {kind.name} {{ {' '.join(kind.values)} }}"
    if isinstance(kind, graphql.GraphQLInputObjectType):
        return f"input {kind.name} {{\n{chr(10).join('  ' + argument(name, value) for name, value in kind.fields.items())}\n}}"
    assert isinstance(kind, graphql.GraphQLObjectType | graphql.GraphQLInterfaceType), kind
    word = "type" if isinstance(kind, graphql.GraphQLObjectType) else "interface"
    lines = []
    for name, field in kind.fields.items():
        if name in (kept or {next(iter(kind.fields))}):
            arguments = ", ".join(argument(key, value) for key, value in field.args.items())
            lines.append(f"  {name}{f'({arguments})' if arguments else ''}: {field.type}")
    above = " & ".join(entry.name for entry in kind.interfaces if entry.name in interfaces)
    return f"{word} {kind.name}{f' implements {above}' if above else ''} {{\n" + "\n".join(lines) + "\n}"


def argument(name: str, value: graphql.GraphQLArgument | graphql.GraphQLInputField) -> str:
    default = ""
    if value.default_value is not graphql.Undefined and value.default_value is not None:
        default = f" = {graphql.print_ast(graphql.ast_from_value(value.default_value, value.type))}"
    return f"{name}: {value.type}{default}"


if __name__ == "__main__":
    (HERE / "openapi.json").write_text(trim_openapi(Path(sys.argv[1])), encoding="utf-8")
    (HERE / "schema.graphql").write_text(trim_graphql(Path(sys.argv[2]), [Path(name) for name in sys.argv[3:]]), encoding="utf-8")
