package dev.dyno.model.config;

import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Limits;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the JSON Schema of workload files: the frame as it stands here, the settings as they are declared. */
final class SchemaText {

    private static final String FRAME = """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Dyno workload",
              "description": "The traffic of a load, for any broker. See docs/guide/workloads.md. Generated from the declarations in dev.dyno.config.",
              "type": "object",
              "additionalProperties": false,
              "anyOf": [{ "required": ["producers"] }, { "required": ["consumers"] }],
              "properties": {
            %s,
                "destinations": {
                  "type": "object",
                  "description": "Names for the groups.",
                  "additionalProperties": { "$ref": "#/$defs/destination" }
                },
                "phases": { "$ref": "#/$defs/phases" },
                "producers": {
                  "oneOf": [{ "$ref": "#/$defs/producers" }, { "type": "array", "items": { "$ref": "#/$defs/producers" } }]
                },
                "consumers": {
                  "oneOf": [{ "$ref": "#/$defs/consumers" }, { "type": "array", "items": { "$ref": "#/$defs/consumers" } }]
                }
              },
              "$defs": {
                "names": {
                  "description": "One of the destinations, queue://NAME or topic://NAME; or a list of these.",
                  "oneOf": [{ "type": "string" }, { "type": "array", "minItems": 1, "items": { "type": "string" } }]
                },
                "destination": {
                  "type": "object",
                  "additionalProperties": false,
                  "oneOf": [{ "required": ["queue"] }, { "required": ["topic"] }],
                  "properties": {
                    "queue": { "type": "string", "description": "Name, or with a count a pattern like orders-%%03d." },
                    "topic": { "type": "string", "description": "Name, or with a count a pattern like prices-%%03d." },
                    "count": { "type": "integer", "minimum": 1, "maximum": 100000, "default": 1 }
                  }
                },
                "phases": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
            %s,
                    "backlog": { "anyOf": [{ "$ref": "#/$defs/backlog" }, { "type": "null" }] }
                  }
                },
                "backlog": {
                  "type": "object",
                  "description": "Built by the producers while the consumers wait, then drained.",
                  "additionalProperties": false,
                  "oneOf": [{ "required": ["messages"] }, { "required": ["bytes"] }, { "required": ["duration"] }],
                  "properties": {
            %s
                  }
                },
                "producers": {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["to"],
                  "properties": {
                    "name": { "type": "string", "description": "For readers of the file." },
                    "to": { "$ref": "#/$defs/names" },
            %s,
                    "message": { "$ref": "#/$defs/message" }
                  }
                },
                "message": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
            %s
                  }
                },
                "key": {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["count"],
                  "properties": {
                    "count": { "type": "integer", "minimum": 1, "maximum": 1000000, "description": "Different keys." },
                    "order": { "enum": ["sequence", "uniform", "zipf"], "default": "sequence", "description": "In turn, at random, or at random with some much more often than others." },
                    "exponent": { "type": "number", "exclusiveMinimum": 0, "maximum": 10, "default": 1, "description": "Of zipf: the higher, the more often the first keys." }
                  }
                },
                "consumers": {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["from"],
                  "properties": {
                    "name": { "type": "string", "description": "For readers of the file." },
                    "from": { "$ref": "#/$defs/names" },
            %s
                  }
                }
              }
            }
            """;

    private SchemaText() {}

    static String text() {
        return FRAME.formatted(
                Stream.of(HeadSettings.SECTION, ConductSettings.SECTION, WorkerSettings.SECTION)
                        .map(section -> of(section, 4))
                        .collect(Collectors.joining(",\n")),
                of(PhaseSettings.SECTION, 8),
                of(PhaseSettings.BACKLOG, 8),
                of(ProducerSettings.SECTION, 8),
                of(MessageSettings.SECTION, 8),
                of(ConsumerSettings.SECTION, 8));
    }

    private static String of(Section<?> section, int margin) {
        return section.settings().stream()
                .filter(setting -> !setting.key().isEmpty())
                .map(setting -> " ".repeat(margin) + '"' + setting.key() + "\": { "
                        + type(setting)
                        + (isInWords(setting)
                                ? ""
                                : ", \"default\": "
                                        + json(
                                                setting.kind().form(),
                                                setting.defaultText().orElseThrow()))
                        + ", \"description\": "
                        + quoted(setting.meaning()
                                + (setting.otherwise().isEmpty() ? "" : " Default: " + setting.otherwise() + "."))
                        + " }")
                .collect(Collectors.joining(",\n"));
    }

    private static boolean isInWords(LoadSetting<?, ?> setting) {
        return !setting.otherwise().isEmpty() || setting.defaultText().isEmpty();
    }

    private static String type(LoadSetting<?, ?> setting) {
        String type = setting.isMapping()
                ? "\"type\": \"object\", \"additionalProperties\": { \"type\": [\"string\", \"number\", \"boolean\"] }"
                : type(setting.kind());
        if (setting.isSeveral()) {
            type = type.replace("[\"string\", \"number\", \"boolean\"]", "\"string\"");
            type = "\"anyOf\": [{ " + type + " }, { \"type\": \"array\", \"items\": { " + type
                    + " } }, { \"type\": \"null\" }]";
        }
        return setting.fallback() instanceof Optional ? "\"anyOf\": [{ " + type + " }, { \"type\": \"null\" }]" : type;
    }

    private static String type(ValueType<?> kind) {
        String pattern = "\"pattern\": " + quoted("^(" + kind.pattern() + ")$");
        String least = kind.pattern().contains("(?=[0.]*[1-9])") ? "exclusiveMinimum" : "minimum";
        return switch (kind.form()) {
            case FLAG -> "\"type\": \"boolean\"";
            case CHOICE ->
                "\"enum\": [" + kind.choices().stream().map(SchemaText::quoted).collect(Collectors.joining(", ")) + "]";
            case WHOLE ->
                "\"type\": \"integer\""
                        + (kind.range().least() == Long.MIN_VALUE
                                ? ""
                                : ", \"minimum\": " + kind.range().least())
                        + (kind.range().most() == Long.MAX_VALUE
                                ? ""
                                : ", \"maximum\": " + kind.range().most());
            default ->
                // Of a bare number, which stands in a file without quotation marks.
                switch (kind.word()) {
                    case "TIME" ->
                        (kind.pattern().startsWith("(?=.*[a-z])")
                                        ? "\"type\": \"string\", "
                                        : "\"type\": [\"string\", \"number\"], ")
                                + pattern + ", \"" + least + "\": 0, \"maximum\": "
                                + Math.min(kind.range().most(), Units.MAX_DURATION_NS / 1_000_000_000);
                    case "RATE" ->
                        "\"type\": [\"string\", \"number\"], " + pattern + ", \"" + least
                                + "\": 0, \"maximum\": 1000000000";
                    case "SIZE" -> "\"type\": [\"string\", \"integer\"], " + pattern + ", \"" + least + "\": 0";
                    case "SIZES" ->
                        "\"type\": [\"string\", \"integer\"], " + pattern + ", \"minimum\": " + Limits.MIN_MESSAGE_BYTES
                                + ", \"maximum\": " + Limits.MAX_MESSAGE_BYTES;
                    case "SHARE" ->
                        "\"type\": [\"string\", \"number\"], " + pattern + ", \"minimum\": 0, \"maximum\": 1";
                    case "LOAD" -> "\"type\": \"string\", " + pattern;
                    case "KEY" ->
                        "\"oneOf\": [{ \"type\": [\"string\", \"number\", \"boolean\"], \"minLength\": 1 }, { \"$ref\":"
                                + " \"#/$defs/key\" }]";
                    default -> "\"type\": [\"string\", \"number\", \"boolean\"], " + pattern;
                };
        };
    }

    private static String json(ValueType.Form form, String text) {
        return form == ValueType.Form.FLAG || form == ValueType.Form.WHOLE || text.equals("{}") ? text : quoted(text);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
