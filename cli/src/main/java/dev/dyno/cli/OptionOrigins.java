package dev.dyno.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Which option says a value, and whether it was typed or found in the environment. */
final class OptionOrigins {

    /** The options that say a value of a workload; the first of them that was given counts. */
    private static final Map<String, List<String>> OPTIONS = Map.ofEntries(
            Map.entry("name", List.of("--name")),
            Map.entry("seed", List.of("--seed")),
            Map.entry("phases.warmup", List.of("--warmup")),
            Map.entry("phases.measure", List.of("--duration")),
            Map.entry("phases.drain", List.of("--drain")),
            Map.entry("producers[0].count", List.of("--producers")),
            Map.entry("producers[0].rate", List.of("--rate", "--schedule")),
            Map.entry("producers[0].load", List.of("--schedule", "--rate")),
            Map.entry("producers[0].arrivals", List.of("--arrivals", "--schedule")),
            Map.entry("producers[0].missed", List.of("--missed")),
            Map.entry("producers[0].mode", List.of("--sync", "--commit-interval")),
            Map.entry("producers[0].commit-interval", List.of("--commit-interval")),
            Map.entry("producers[0].max-pending", List.of("--max-pending")),
            Map.entry("producers[0].threads", List.of("--threads")),
            Map.entry("producers[0].shared-connections", List.of("--shared-connections")),
            Map.entry("producers[0].messages", List.of("--message-count")),
            Map.entry("producers[0].on-failure", List.of("--on-send-failure")),
            Map.entry("producers[0].message.body", List.of("--body")),
            Map.entry("producers[0].message.size", List.of("--message-size")),
            Map.entry("producers[0].message.persistent", List.of("--persistent")),
            Map.entry("producers[0].message.priority", List.of("--priority")),
            Map.entry("producers[0].message.ttl", List.of("--ttl")),
            Map.entry("producers[0].message.group", List.of("--group")),
            Map.entry("producers[0].message.properties", List.of("--property")),
            Map.entry("producers[0].message.id", List.of("--enable-msg-id")),
            Map.entry("producers[0].message.timestamp", List.of("--enable-timestamp")),
            Map.entry("consumers[0].count", List.of("--consumers")),
            Map.entry("consumers[0].subscriptions", List.of("--shared")),
            Map.entry("consumers[0].durable", List.of("--durable")),
            Map.entry("consumers[0].commit-interval", List.of("--consumer-commit-interval", "--commit-interval")),
            Map.entry("consumers[0].mode", List.of("--consume")),
            Map.entry("consumers[0].poll-interval", List.of("--poll-interval")),
            Map.entry("consumers[0].think-time", List.of("--think-time")),
            Map.entry("consumers[0].start", List.of("--start-delay")),
            Map.entry("consumers[0].selector", List.of("--selector")),
            Map.entry("consumers[0].connections", List.of("--consumer-connections")));

    private final CommandSpec spec;
    private final CommandLine commandLine;

    /** @param spec of a command line that has been parsed */
    OptionOrigins(CommandSpec spec) {
        this.spec = spec;
        commandLine = spec.commandLine();
    }

    /** Of a value of the workload. */
    String ofPath(String path) {
        boolean consumersAlone = spec.findOption("--producers") == null;
        if (path.startsWith("destinations.") && path.endsWith(".count")) {
            return of("--num-destinations");
        }
        if (path.startsWith("destinations.") || path.endsWith("].to") || path.endsWith("].from")) {
            return commandLine.getParseResult().hasMatchedPositional(0) ? "argument DESTINATION" : Origins.DEFAULT;
        }
        return switch (path) {
            // What is said of sends is that of consumers where there are no sends.
            case "consumers[0].ack" ->
                consumersAlone ? of("--tx", "--ack-mode", "--commit-interval") : of("--tx", "--ack-mode");
            case "consumers[0].messages" -> consumersAlone ? of("--message-count") : Origins.DEFAULT;
            default -> of(OPTIONS.getOrDefault(path, List.of()).toArray(String[]::new));
        };
    }

    /** The first of these options that was given. */
    String of(String... names) {
        for (String name : names) {
            Optional<String> origin = found(name);
            if (origin.isPresent()) {
                return origin.get();
            }
        }
        return Origins.DEFAULT;
    }

    private Optional<String> found(String name) {
        OptionSpec option = spec.findOption(name);
        if (option == null) {
            return Optional.empty();
        }
        if (commandLine.getParseResult().hasMatchedOption(option)) {
            return Optional.of("flag " + name);
        }
        return commandLine.getDefaultValueProvider() instanceof EnvironmentTwins twins
                ? twins.variableOf(option).map(variable -> "environment " + variable)
                : Optional.empty();
    }
}
