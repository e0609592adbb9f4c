package dev.dyno.broker;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** From an entry {@code ready} to a {@link Readiness}, strictly. */
final class ReadinessReader {

    private static final List<String> KEYS = List.of("log", "http", "tcp");

    private ReadinessReader() {}

    static Readiness read(StrictYaml entry) throws BrokerException {
        StrictYaml yaml = entry.allow(KEYS);
        if (yaml.keys().isEmpty()) {
            throw yaml.error("", "must say at least one of " + String.join(", ", KEYS) + ".");
        }
        Optional<Readiness.Handshake> tcp = Optional.empty();
        if (yaml.has("tcp")) {
            StrictYaml handshake = yaml.map("tcp").allow(List.of("port", "tls", "send", "expect"));
            checkPattern(handshake, "expect");
            tcp = Optional.of(new Readiness.Handshake(
                    handshake.text("port"),
                    handshake.optionalText("tls").orElse("false"),
                    handshake.optionalText("send").orElse(""),
                    handshake.text("expect")));
        }
        if (yaml.has("log")) {
            checkPattern(yaml, "log");
        }
        return new Readiness(yaml.optionalText("log"), yaml.optionalText("http"), tcp);
    }

    private static void checkPattern(StrictYaml yaml, String key) throws BrokerException {
        try {
            Pattern.compile(yaml.text(key));
        } catch (PatternSyntaxException e) {
            throw yaml.error(key, "is no regular expression: " + e.getDescription() + ".");
        }
    }
}
