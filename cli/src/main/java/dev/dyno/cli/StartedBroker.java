package dev.dyno.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The broker that a command has started for itself, or none. */
final class StartedBroker implements AutoCloseable {

    /** The broker could not be started. */
    static final class CannotStart extends Exception {

        private static final long serialVersionUID = 1L;

        private final boolean usage;

        CannotStart(String sentence, boolean usage) {
            super(sentence);
            this.usage = usage;
        }

        /** Whether the options were wrong. */
        boolean isUsage() {
            return usage;
        }
    }

    static StartedBroker start(Optional<String> name, TargetOptions options) throws CannotStart {
        if (name.isPresent()) {
            throw new CannotStart("--broker: " + name.get() + options.knobs, true);
        }
        return new StartedBroker();
    }

    Map<String, String> awaitUrls() throws CannotStart {
        return Map.of();
    }

    Map<String, String> facts() {
        return Map.of();
    }

    Optional<String> describe() {
        return Optional.empty();
    }

    List<String> lastWords() {
        return List.of();
    }

    @Override
    public void close() {}
}
