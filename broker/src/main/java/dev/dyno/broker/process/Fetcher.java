package dev.dyno.broker.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fetches jars into the user's local Maven repository. The resolver is a separate process, so that a start that fetches nothing
 * does not load Maven's many libraries.
 */
record Fetcher(Path home, LaunchListener listener) {

    private static final String JAR = "JAR ";
    private static final String READING = "READING ";
    private static final String FETCHING = "FETCHING ";
    private static final String FAILED = "FAILED ";
    private static final long POLL_MILLIS = 20;
    private static final double MIB = 1 << 20;

    /**
     * Fetches those jars of an order that are missing on this machine; returns all of its jars.
     *
     * @throws BrokerException when an artifact cannot be fetched
     */
    List<Path> fetch(FetchOrder order) throws BrokerException, InterruptedException {
        String step = "fetching " + order.what() + " from the Maven repositories";
        listener.onStep(step, "");
        try {
            Process process = new ProcessBuilder(command(order))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return read(process, order, step);
            } finally {
                process.destroyForcibly();
                process.waitFor();
            }
        } catch (IOException e) {
            throw new BrokerException(order.where() + "cannot start the process that fetches it: " + e, e);
        }
    }

    private List<String> command(FetchOrder order) throws BrokerException {
        List<String> command = new ArrayList<>();
        command.add(Jars.java());
        // The tool's setting of the local repository, if any, applies to the resolver, too.
        String repository = System.getProperty("maven.repo.local");
        if (repository != null) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        command.add("-Duser.home=" + System.getProperty("user.home"));
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(
                Jars.path(Jars.in(home.resolve("brokers").resolve("resolver").resolve("lib"))));
        command.add("dev.dyno.broker.resolver.Resolver");
        order.exclude().forEach(artifact -> command.add("exclude=" + artifact));
        order.pin().forEach(artifact -> command.add("pin=" + artifact));
        command.addAll(order.artifacts());
        return command;
    }

    private List<Path> read(Process process, FetchOrder order, String step)
            throws IOException, BrokerException, InterruptedException {
        List<Path> jars = new ArrayList<>();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        while (true) {
            String line = next(out, process);
            if (line == null) {
                throw new BrokerException(
                        order.where() + "the process that fetches it ended without an error" + " message.");
            } else if (line.equals("DONE")) {
                return jars;
            } else if (line.startsWith(FAILED)) {
                throw new BrokerException(order.where() + line.substring(FAILED.length()));
            } else if (line.startsWith(JAR)) {
                jars.add(Path.of(line.substring(JAR.length())));
            } else if (line.startsWith(READING)) {
                listener.onStep(step, line.substring(READING.length()) + " descriptions");
            } else if (line.startsWith(FETCHING)) {
                String[] numbers = line.substring(FETCHING.length()).split(" ", -1);
                double mib = Long.parseLong(numbers[2]) / MIB;
                listener.onStep(
                        step, String.format(Locale.ROOT, "%s of %s jars, %.1f MiB", numbers[0], numbers[1], mib));
            }
        }
    }

    /** Next line of a program that fetches. Polls, because reading from a pipe cannot be interrupted. */
    static @Nullable String next(BufferedReader out, Process process) throws IOException, InterruptedException {
        while (!out.ready() && process.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return out.readLine();
    }
}
