package dev.dyno.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Starts managed brokers. Any number at once, from any threads.
 *
 * <p>What the main class of a recipe must do:
 *
 * <ul>
 *   <li>bind to the wanted port on loopback, or to a free one itself if that is 0
 *   <li>print {@code READY port=… version=… name=value …} as one line once clients are served: not when the port is open. Values
 *       are without spaces; those beside port and version are facts, as the broker itself sees them
 *   <li>or print {@code FAILED} with a sentence for the user, and end
 *   <li>end on SIGTERM, before which a byte comes on standard input; ignore SIGINT and SIGHUP
 *   <li>end at the end of standard input, which is the death of the tool, after it deleted the data folder if told to
 * </ul>
 */
public final class BrokerLauncher {

    private static final String READY = "READY ";
    private static final String FAILED = "FAILED ";
    private static final long POLL_MILLIS = 5;
    private static final int LINES_IN_ERRORS = 20;

    private final Path home;

    /** @param dynoHome the folder with {@code recipes/} and {@code brokers/} */
    public BrokerLauncher(Path dynoHome) {
        home = dynoHome.toAbsolutePath().normalize();
    }

    /**
     * Finds out, without starting anything, whether the spec can be met.
     *
     * @return a sentence for each thing that is wrong; empty if it can
     */
    public List<String> check(BrokerSpec spec) {
        List<String> problems = new ArrayList<>();
        try {
            Recipe recipe = Recipes.in(home).find(spec.recipe());
            for (Map.Entry<String, String> knob : spec.knobs().entrySet()) {
                collect(problems, recipe, BrokerSpec.of(spec.recipe()).withKnob(knob.getKey(), knob.getValue()));
            }
            collect(
                    problems,
                    recipe,
                    new BrokerSpec(
                            spec.recipe(),
                            spec.version(),
                            Map.of(),
                            spec.heap(),
                            spec.port(),
                            spec.dataDir(),
                            spec.jvmFlags()));
        } catch (BrokerException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return problems;
    }

    private void collect(List<String> problems, Recipe recipe, BrokerSpec spec) {
        try {
            new LaunchPlan(home, recipe, spec);
        } catch (BrokerException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    /**
     * As {@link #start}, on a thread of its own, so that the tool can load everything else meanwhile. The future fails with a
     * {@link BrokerException}. If the tool ends before the future does, the broker ends with it.
     */
    public CompletableFuture<ManagedBroker> startAsync(BrokerSpec spec) {
        CompletableFuture<ManagedBroker> future = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        ManagedBroker broker = start(spec);
                        if (!future.complete(broker)) {
                            broker.close(); // Cancelled meanwhile: nobody else will.
                        }
                    } catch (Exception | Error e) {
                        future.completeExceptionally(e);
                    }
                },
                "broker-start");
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    /**
     * Starts a broker and waits until it serves.
     *
     * @throws BrokerException when the spec cannot be met, or the broker does not get ready in time; then nothing of it is left
     * @throws InterruptedException when the thread is interrupted; then nothing of it is left, either
     */
    public ManagedBroker start(BrokerSpec spec) throws BrokerException, InterruptedException {
        LaunchPlan plan = new LaunchPlan(home, Recipes.in(home).find(spec.recipe()), spec);
        DataFolder data =
                spec.dataDir().isPresent() ? DataFolder.named(spec.dataDir().get()) : DataFolder.createPrivate();
        BrokerProcess process = launch(plan, data);
        boolean ready = false;
        try {
            Map<String, String> answer = awaitReady(plan.recipe(), process);
            ManagedBroker broker = ManagedBroker.of(plan, process, answer);
            ready = true;
            return broker;
        } finally {
            if (!ready) {
                process.end();
            }
        }
    }

    private BrokerProcess launch(LaunchPlan plan, DataFolder data) throws BrokerException {
        boolean launched = false;
        try {
            Leftovers.claim(data);
            plan.writeTemplates(data);
            Process process = new ProcessBuilder(plan.command(data))
                    .directory(data.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(data.log().toFile())
                    .start();
            launched = true;
            BrokerProcess broker = new BrokerProcess(process, data);
            Leftovers.claim(data, process);
            // While the broker starts, which takes much longer.
            Leftovers.sweep();
            return broker;
        } catch (IOException e) {
            throw new BrokerException("broker " + plan.recipe().name() + ": cannot start its process: " + e, e);
        } finally {
            if (!launched) {
                deleteQuietly(data);
            }
        }
    }

    @SuppressWarnings("EmptyCatch") // The cause of the failed start matters more; the next start sweeps.
    private static void deleteQuietly(DataFolder data) {
        try {
            data.delete();
        } catch (IOException e) {
        }
    }

    private static Map<String, String> awaitReady(Recipe recipe, BrokerProcess process)
            throws BrokerException, InterruptedException {
        long deadline = System.nanoTime() + recipe.readyWithin().toNanos();
        BrokerLog log = process.log();
        try {
            while (true) {
                boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
                Optional<String> line = log.line(List.of(READY, FAILED));
                if (line.isPresent() && line.get().startsWith(READY)) {
                    return values(line.get().substring(READY.length()));
                } else if (line.isPresent()) {
                    throw failure(recipe, line.get().substring(FAILED.length()), log);
                } else if (ended) {
                    throw failure(recipe, "ended with status " + process.exitValue() + " before it was ready.", log);
                } else if (System.nanoTime() - deadline > 0) {
                    throw failure(
                            recipe,
                            "was not ready within " + recipe.readyWithin().toMillis() + " ms.",
                            log);
                }
            }
        } catch (IOException e) {
            throw failure(recipe, "its log cannot be read: " + e, log);
        }
    }

    private static BrokerException failure(Recipe recipe, String sentence, BrokerLog log) {
        List<String> lines = log.last(LINES_IN_ERRORS).stream()
                .filter(line -> !line.startsWith(FAILED))
                .toList();
        String words = lines.isEmpty() ? "" : "\nThe last lines of its log:\n  " + String.join("\n  ", lines);
        return new BrokerException("broker " + recipe.name() + ": " + sentence + words);
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
