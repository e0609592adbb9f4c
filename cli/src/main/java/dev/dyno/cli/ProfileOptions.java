package dev.dyno.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether the broker's JVM is looked into while it is measured. */
final class ProfileOptions {

    @Option(
            names = "--profile",
            paramLabel = "EVENT",
            description =
                    "Flame graph of the broker that is started, if it is a JVM, in the measured phase: cpu, lock (what"
                            + " threads wait for) or alloc, or several with commas between. Has its cost. Default: none.")
    Optional<String> profile = Optional.empty();
}
