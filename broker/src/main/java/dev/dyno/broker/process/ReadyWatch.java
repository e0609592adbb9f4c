package dev.dyno.broker.process;

import dev.dyno.broker.log.BrokerLog;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Waits until a process is ready, by its own report or by checking it. */
final class ReadyWatch {

    private static final String READY = "READY ";
    private static final String FAILED = "FAILED ";
    private static final long POLL_MILLIS = 5;
    private static final int LINES_IN_ERRORS = 20;

    /** Messages of various software about a port in use. */
    private static final Pattern PORT_TAKEN = Pattern.compile(
            "address (already )?in use|eaddrinuse|bindexception|port .*in use", Pattern.CASE_INSENSITIVE);

    private final LaunchPlan plan;
    private final DataFolder data;
    private final Process process;
    private final BrokerLog log;
    private final BooleanSupplier isClosing;
    private final long deadline;

    /** @param isClosing whether nobody waits for the broker any longer */
    ReadyWatch(Launch launch, Process process, BrokerLog log, BooleanSupplier isClosing) {
        plan = launch.plan();
        data = launch.data();
        this.process = process;
        this.log = log;
        this.isClosing = isClosing;
        deadline = System.nanoTime() + plan.recipe().readyWithin().toNanos();
    }

    /** @return values of the READY line, see {@link BrokerLauncher} */
    Map<String, String> awaitWord() throws BrokerException, InterruptedException {
        while (true) {
            boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            Optional<String> line = word();
            if (line.isPresent() && line.get().startsWith(READY)) {
                return values(line.get().substring(READY.length()));
            } else if (line.isPresent()) {
                throw failure(line.get().substring(FAILED.length()));
            }
            endOrTimeout(ended);
        }
    }

    /**
     * Checks until all conditions hold.
     *
     * @param host listen address
     */
    void awaitAnswer(Readiness ready, InetAddress host) throws BrokerException, InterruptedException {
        ReadinessProbe probe = new ReadinessProbe(ready, host, log);
        while (true) {
            boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (!ended && probe.holds() && process.isAlive()) {
                return;
            }
            endOrTimeout(ended);
        }
    }

    /** Waits until the process has ended with status 0. */
    void awaitEnd() throws BrokerException, InterruptedException {
        if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw failure("its preparation did not end within "
                    + plan.recipe().readyWithin().toMillis() + " ms.");
        } else if (process.exitValue() != 0) {
            throw failure("its preparation ended with status " + process.exitValue() + ".");
        }
    }

    private void endOrTimeout(boolean ended) throws BrokerException {
        if (isClosing.getAsBoolean()) {
            throw failure("it was closed before it was ready.");
        } else if (ended) {
            throw failure("ended with status " + process.exitValue() + " before it was ready.");
        } else if (System.nanoTime() - deadline > 0) {
            throw failure("was not ready within " + plan.recipe().readyWithin().toMillis() + " ms.");
        }
    }

    private Optional<String> word() throws BrokerException {
        try {
            return log.line(line -> line.startsWith(READY) || line.startsWith(FAILED));
        } catch (IOException e) {
            throw failure("its log cannot be read: " + e);
        }
    }

    private BrokerException failure(String sentence) {
        List<String> lines = log.last(LINES_IN_ERRORS).stream()
                .filter(line -> !line.startsWith(FAILED))
                .toList();
        String words = lines.isEmpty() ? "" : "\nThe last lines of its log:\n  " + String.join("\n  ", lines);
        boolean portTaken = PORT_TAKEN.matcher(sentence).find()
                || log.last(Integer.MAX_VALUE).stream()
                        .anyMatch(line -> PORT_TAKEN.matcher(line).find());
        String lack =
                data.lackOfRoom().map(some -> " It lacks room: " + some + '.').orElse("");
        String message = plan.where() + sentence + lack + words;
        return portTaken ? new PortTakenException(message) : new BrokerException(message);
    }

    private static Map<String, String> values(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : line.split(" ", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return values;
    }
}
