package dev.dyno.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** What is done to the broker while the load goes on, and what the clients do about it. */
final class FaultOptions {

    @Option(
            names = "--at",
            arity = "2",
            paramLabel = "TIME ACTION",
            hideParamSyntax = true,
            description =
                    "Do this to the broker that is started, so long after the start of the load (warmup included): kill"
                            + " (SIGKILL), stop (SIGTERM), restart (with its ports and data), pause and resume (SIGSTOP and"
                            + " SIGCONT), or pause:5s, which resumes by itself; may be repeated. Default: nothing.")
    List<String> at = List.of();

    @Option(
            names = "--reconnect",
            description = "Replace connections that break, instead of failing the run; what is due meanwhile is late.")
    boolean reconnect;

    @Option(
            names = "--reconnect-delay",
            paramLabel = "TIME",
            defaultValue = Defaults.RECONNECT_DELAY,
            description =
                    "Between the first two attempts to reconnect; doubles up to ten times that. Default: ${DEFAULT-VALUE}.")
    String reconnectDelay = Defaults.RECONNECT_DELAY;
}
