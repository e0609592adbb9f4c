package dev.dyno.model.config;

import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the JSON Schema of workload files: the frame as it stands here, the settings as they are declared. */
final class SchemaText {

    private static final String FRAME = """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Dyno workload",
              "description": "The traffic of a load, for any broker. See docs/guide/workloads.md. Generated from the declarations in dev.dyno.model.config.",
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
                    "from": { "$ref": "#/$defs/names" },
            %s
                  }
                }
              }
            }
            """;

    private static final String NUMBER = "[0-9]{1,18}(\\.[0-9]{1,9})?";
    private static final String TIME = "(" + NUMBER + "(ns|us|ms|[smhd])?|(?=[0-9])"
            + Stream.of("d", "h", "m", "s", "ms", "us", "ns")
                    .map(unit -> "([0-9]{1,18}" + unit + ")?")
                    .collect(Collectors.joining())
            + ")";
    private static final String RATE = NUMBER + "[kM]?(/(s|min|h|[0-9][0-9a-z.]*[a-z]))?";
    private static final String SIZE = NUMBER + "(B|[kKMGT]B|[KMGT]iB)?";

    private static final String LENGTH = "(:\\s*(" + TIME + "))?";
    private static final String ACTION = "kill|stop|restart|resume|pause" + LENGTH
            + "|(delay=(" + TIME + ")|bandwidth=" + SIZE + "/s|cut)" + LENGTH + "(:\\s*one)?|(delay|bandwidth|cut)=off"
            + "|reset(:\\s*one|" + LENGTH + ")"
            + "|exec\\s+([^,'\"]|'[^']*'|\"[^\"]*\")+";
    private static final String WEIGHT = " *" + SIZE + ":0*[1-9][0-9]{0,8} *";
    private static final String STEP = RATE + " +for +(" + TIME + ")";
    private static final String LOAD = "all-out|(constant +" + RATE + "|ramp +" + RATE + " +to +" + RATE + " +in +("
            + TIME + ")|(steps|burst) +" + STEP + "( *, *" + STEP + ")*)( +poisson)?";

    /** Pattern before a number that must be more than zero. */
    private static final String ABOVE_ZERO = "(?=[0.]*[1-9])";

    private static final Pattern BOUNDS =
            Pattern.compile("a whole number (?:of at least|from) (-?\\d+)(?: to (\\d+))?");
    private static final Pattern LONGEST = Pattern.compile("a duration from \\S+ to ([^,]+)");

    private SchemaText() {}

    static String text() {
        return FRAME.formatted(
                Stream.of(
                                HeadSettings.SECTION,
                                ConductSettings.SECTION,
                                CapacitySettings.SECTION,
                                WorkerSettings.SECTION)
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
                                                setting.kind(),
                                                setting.defaultText().orElseThrow()))
                        + ", \"description\": "
                        + quoted(setting.meaning()
                                + (setting.defaultWords().isEmpty() ? "" : " Default: " + setting.defaultWords() + "."))
                        + " }")
                .collect(Collectors.joining(",\n"));
    }

    private static boolean isInWords(LoadSetting<?, ?> setting) {
        return !setting.defaultWords().isEmpty() || setting.defaultText().isEmpty();
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
        if (kind.choices().equals(List.of("true", "false"))) {
            return "\"type\": \"boolean\"";
        }
        if (kind.word().equals("WORD") && !kind.choices().isEmpty()) {
            return "\"enum\": ["
                    + kind.choices().stream().map(SchemaText::quoted).collect(Collectors.joining(", ")) + "]";
        }
        String pattern = "\"pattern\": " + quoted("^(" + pattern(kind) + ")$");
        String least = allows(kind, "0") ? "minimum" : "exclusiveMinimum";
        // A bare number stands in a file without quotation marks.
        return switch (kind.word()) {
            case "N" -> "\"type\": \"integer\"" + bounds(kind);
            case "TIME" ->
                (isWithUnit(kind) ? "\"type\": \"string\", " : "\"type\": [\"string\", \"number\"], ")
                        + pattern + ", \"" + (isWithUnit(kind) ? "minimum" : least) + "\": 0, \"maximum\": "
                        + longest(kind).toSeconds();
            case "RATE" ->
                "\"type\": [\"string\", \"number\"], " + pattern + ", \"" + least + "\": 0, \"maximum\": 1000000000";
            case "SIZE" -> "\"type\": [\"string\", \"integer\"], " + pattern + ", \"" + least + "\": 0";
            case "SIZES" ->
                "\"type\": [\"string\", \"integer\"], " + pattern + ", \"minimum\": " + Limits.MIN_MESSAGE_BYTES
                        + ", \"maximum\": " + Limits.MAX_MESSAGE_BYTES;
            case "SHARE" -> "\"type\": [\"string\", \"number\"], " + pattern + ", \"minimum\": 0, \"maximum\": 1";
            case "LOAD", "PRICE" -> "\"type\": \"string\", " + pattern;
            case "KEY" ->
                "\"oneOf\": [{ \"type\": [\"string\", \"number\", \"boolean\"], \"minLength\": 1 }, { \"$ref\":"
                        + " \"#/$defs/key\" }]";
            default -> "\"type\": [\"string\", \"number\", \"boolean\"], " + pattern;
        };
    }

    /** Regular expression of the texts that a type reads; some are outside of its bounds. */
    private static String pattern(ValueType<?> kind) {
        return switch (kind.word()) {
            case "TIME" -> time(kind);
            case "RATE" -> ABOVE_ZERO + RATE;
            case "SIZE" -> ABOVE_ZERO + "(" + SIZE + ")";
            case "SIZES" -> SIZE + "(\\.\\." + SIZE + ")?|" + WEIGHT + "(," + WEIGHT + ")*";
            case "SHARE" -> NUMBER + "%?";
            case "PRICE" -> ABOVE_ZERO + NUMBER + "/h";
            case "LOAD" -> LOAD;
            case "TIME ACTION" -> several("(" + TIME + ")\\s+(" + ACTION + ")");
            case "CONDITION", "OBJECTIVE" -> several("[^,<>=!]+(<=|>=|!=|[<>=])[^,<>=!]+");
            case "WORD" ->
                several(kind.expectation().replaceFirst("one of (.*);.*", "$1").replace(", ", "|"));
            case "TEXT" ->
                !allows(kind, "a b")
                        ? LoadKinds.GROUP_NAME
                        : allows(kind, "a\nb") ? "[\\s\\S]*" : ValueType.ON_ONE_LINE;
            default -> ".+";
        };
    }

    private static String time(ValueType<?> kind) {
        if (allows(kind, "until steady")) {
            return "(" + TIME + ")|until +steady( *, *at +most +(" + TIME + "))?";
        }
        if (isWithUnit(kind)) {
            return "(?=.*[a-z])(" + TIME + ")";
        }
        String time = allows(kind, "0") ? TIME : ABOVE_ZERO + "(" + TIME + ")";
        return kind.choices().isEmpty() ? time : "(" + time + ")|" + String.join("|", kind.choices());
    }

    private static String several(String one) {
        String padded = "\\s*(" + one + ")\\s*";
        return padded + "(," + padded + ")*";
    }

    private static boolean isWithUnit(ValueType<?> kind) {
        return !allows(kind, "1");
    }

    /** Bounds of a whole number. */
    private static String bounds(ValueType<?> kind) {
        Matcher bounds = BOUNDS.matcher(kind.expectation());
        String least = bounds.find() ? ", \"minimum\": " + bounds.group(1) : "";
        String most = least.isEmpty() ? null : bounds.group(2);
        boolean isLong = allows(kind, Long.toString(Long.MAX_VALUE));
        return least + (isLong ? "" : ", \"maximum\": " + (most == null ? Integer.MAX_VALUE : most));
    }

    private static Duration longest(ValueType<?> kind) {
        Matcher most = LONGEST.matcher(kind.expectation());
        return Duration.ofNanos(most.find() ? Units.parseDurationNs(most.group(1)) : Units.MAX_DURATION_NS);
    }

    private static boolean allows(ValueType<?> kind, String text) {
        try {
            kind.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String json(ValueType<?> kind, String text) {
        return kind.word().equals("true|false") || kind.word().equals("N") || text.equals("{}") ? text : quoted(text);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
