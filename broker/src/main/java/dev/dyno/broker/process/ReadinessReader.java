package dev.dyno.broker.process;

import dev.dyno.model.yaml.YamlMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads an entry {@code ready} into a {@link Readiness}, strictly. */
final class ReadinessReader {

    private static final List<String> KEYS = List.of("log", "http", "tcp");

    private ReadinessReader() {}

    static Readiness read(YamlMap yaml) {
        yaml.allow(KEYS);
        if (KEYS.stream().noneMatch(yaml::has)) {
            yaml.problem("must say at least one of " + String.join(", ", KEYS) + ".");
        }
        checkPattern(yaml, "log");
        return new Readiness(
                yaml.text("log"), yaml.text("http"), yaml.map("tcp").map(ReadinessReader::handshake));
    }

    private static Readiness.Handshake handshake(YamlMap yaml) {
        yaml.allow(List.of("port", "tls", "send", "expect"));
        checkPattern(yaml, "expect");
        return new Readiness.Handshake(
                yaml.required("port"),
                yaml.text("tls").orElse("false"),
                yaml.text("send").orElse(""),
                yaml.required("expect"));
    }

    private static void checkPattern(YamlMap yaml, String key) {
        Optional<String> pattern = yaml.text(key);
        try {
            // A text with placeholders is a pattern only once they are filled in.
            pattern.filter(text -> !text.contains("${")).ifPresent(Pattern::compile);
        } catch (PatternSyntaxException e) {
            yaml.problem(key, "is no regular expression: " + e.getDescription() + ".");
        }
    }
}
