/// What SARIF 2.1.0 demands of the objects that a report uses, as far as a schema can say it.
///
/// Written from the specification's sections on `run`, `tool`, `invocation`, `result`, `region` and
/// `fix`; properties that a report does not use are left out, so that a misspelt one is found.
let sarifSchema = #"""
  {
    "type": "object",
    "additionalProperties": false,
    "required": ["version", "runs"],
    "properties": {
      "$schema": { "type": "string" },
      "version": { "const": "2.1.0" },
      "runs": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/run" } }
    },
    "$defs": {
      "run": {
        "type": "object",
        "additionalProperties": false,
        "required": ["tool"],
        "properties": {
          "tool": {
            "type": "object",
            "additionalProperties": false,
            "required": ["driver"],
            "properties": { "driver": { "$ref": "#/$defs/toolComponent" } }
          },
          "invocations": { "type": "array", "items": { "$ref": "#/$defs/invocation" } },
          "originalUriBaseIds": { "type": "object" },
          "defaultEncoding": { "type": "string" },
          "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
          "results": { "type": "array", "items": { "$ref": "#/$defs/result" } }
        }
      },
      "toolComponent": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name"],
        "properties": {
          "name": { "type": "string" },
          "version": { "type": "string" },
          "rules": { "type": "array", "items": { "$ref": "#/$defs/reportingDescriptor" } },
          "properties": { "type": "object" }
        }
      },
      "reportingDescriptor": {
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "shortDescription", "fullDescription", "defaultConfiguration"],
        "properties": {
          "id": { "type": "string", "minLength": 1 },
          "shortDescription": { "$ref": "#/$defs/message" },
          "fullDescription": { "$ref": "#/$defs/message" },
          "help": { "$ref": "#/$defs/message" },
          "defaultConfiguration": {
            "type": "object",
            "additionalProperties": false,
            "properties": { "level": { "$ref": "#/$defs/level" } }
          },
          "properties": { "type": "object" }
        }
      },
      "invocation": {
        "type": "object",
        "additionalProperties": false,
        "required": ["executionSuccessful"],
        "properties": {
          "executionSuccessful": { "type": "boolean" },
          "workingDirectory": { "$ref": "#/$defs/artifactLocation" },
          "toolExecutionNotifications": {
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": ["message"],
              "properties": {
                "level": { "$ref": "#/$defs/level" },
                "message": { "$ref": "#/$defs/message" },
                "locations": { "type": "array", "items": { "$ref": "#/$defs/location" } }
              }
            }
          }
        }
      },
      "result": {
        "type": "object",
        "additionalProperties": false,
        "required": ["message", "ruleId", "ruleIndex"],
        "properties": {
          "ruleId": { "type": "string" },
          "ruleIndex": { "type": "integer", "minimum": -1 },
          "level": { "$ref": "#/$defs/level" },
          "message": { "$ref": "#/$defs/message" },
          "locations": { "type": "array", "items": { "$ref": "#/$defs/location" } },
          "relatedLocations": { "type": "array", "items": { "$ref": "#/$defs/location" } },
          "partialFingerprints": { "type": "object" },
          "fixes": { "type": "array", "items": { "$ref": "#/$defs/fix" } },
          "properties": { "type": "object" }
        }
      },
      "location": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "id": { "type": "integer", "minimum": -1 },
          "physicalLocation": {
            "type": "object",
            "additionalProperties": false,
            "required": ["artifactLocation"],
            "properties": {
              "artifactLocation": { "$ref": "#/$defs/artifactLocation" },
              "region": { "$ref": "#/$defs/region" }
            }
          },
          "message": { "$ref": "#/$defs/message" }
        }
      },
      "artifactLocation": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "uri": { "type": "string", "pattern": "^([A-Za-z0-9._~/-]|%[0-9A-F]{2}|file://)+$" },
          "uriBaseId": { "type": "string" }
        }
      },
      "region": {
        "type": "object",
        "additionalProperties": false,
        "required": ["startLine"],
        "properties": {
          "startLine": { "type": "integer", "minimum": 1 },
          "startColumn": { "type": "integer", "minimum": 1 },
          "endLine": { "type": "integer", "minimum": 1 },
          "endColumn": { "type": "integer", "minimum": 1 }
        }
      },
      "fix": {
        "type": "object",
        "additionalProperties": false,
        "required": ["artifactChanges"],
        "properties": {
          "description": { "$ref": "#/$defs/message" },
          "artifactChanges": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": ["artifactLocation", "replacements"],
              "properties": {
                "artifactLocation": { "$ref": "#/$defs/artifactLocation" },
                "replacements": {
                  "type": "array",
                  "minItems": 1,
                  "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["deletedRegion"],
                    "properties": {
                      "deletedRegion": { "$ref": "#/$defs/region" },
                      "insertedContent": {
                        "type": "object",
                        "additionalProperties": false,
                        "properties": { "text": { "type": "string" } }
                      }
                    }
                  }
                }
              }
            }
          },
          "properties": { "type": "object" }
        }
      },
      "message": {
        "type": "object",
        "additionalProperties": false,
        "required": ["text"],
        "properties": { "text": { "type": "string", "minLength": 1 } }
      },
      "level": { "enum": ["none", "note", "warning", "error"] }
    }
  }
  """#
