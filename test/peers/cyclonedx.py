"""Reads a list of packages (CycloneDX 1.6, JSON) by the files of its schema, and prints what each package is, as a purl."""

import json
import sys
from pathlib import Path

import jsonschema

BASE = 'http://cyclonedx.org/schema/'
folder, file = Path(sys.argv[1]), Path(sys.argv[2])
schemas = {BASE + path.name: json.loads(path.read_text()) for path in folder.glob('*.schema.json')}
schema = schemas[BASE + 'bom-1.6.SNAPSHOT.schema.json']
resolver = jsonschema.RefResolver(BASE, schema, store=schemas)
sbom = json.loads(file.read_text())
jsonschema.Draft7Validator(schema, resolver=resolver).validate(sbom)


def show(components):
    for component in components:
        print(component['purl'])
        # A package of another version than others use is nested in the package that needs it.
        show(component.get('components', []))


show(sbom['components'])
