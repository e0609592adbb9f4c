package dev.dyno.bench;

import dev.dyno.model.pace.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Programs that are alive at the same time and run in turns of some seconds, while the others are stopped (SIGSTOP). The speed of
 * a host changes from minute to minute; with turns, all programs get equal parts of each minute, and equal time for their JIT
 * compilers. The beginning of a turn, in which a program catches up, does not count.
 *
 * <p>Assumptions and guarantees: one thread. {@link #close} ends all programs that were started.
 */
final class InTurns implements AutoCloseable {

    /** Counter at the broker: the messages of each program. */
    @FunctionalInterface
    interface Progress extends AutoCloseable {
        long messages(Program program) throws IOException, InterruptedException;

        @Override
        default void close() {}
    }

    /** Duration in s given to a program that is ended from outside: longer than all turns, in most of which it is stopped. */
    static final int LONG_SECONDS = 3600;

    static final int TURNS = SideBySide.unlessTried(10, 1);

    private static final int WARMUP_TURN_SECONDS = 5;
    private static final double SETTLE_SECONDS = 1;
    private static final int TURN_SECONDS = 4;

    /** Time in s for a program that was asked to end; after it, the program is killed. */
    private static final int END_SECONDS = 30;

    private record Running(Program program, Process process, Path output) {}

    private final SystemTime time = new SystemTime();
    private final List<Running> all = new ArrayList<>();
    private final Progress progress;

    /** Starts the programs; in turns, each runs for its warm-up. */
    InTurns(List<Program> programs, int warmupSeconds, Progress progress) throws IOException {
        this.progress = progress;
        try {
            for (Program program : programs) {
                Running running = start(program);
                all.add(running);
                await(WARMUP_TURN_SECONDS);
                signal("STOP", running);
            }
            for (int spent = WARMUP_TURN_SECONDS; spent < warmupSeconds; spent += WARMUP_TURN_SECONDS) {
                for (Running running : all) {
                    signal("CONT", running);
                    await(WARMUP_TURN_SECONDS);
                    signal("STOP", running);
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Number and length of the turns, and the warm-up, in words. */
    static String how(int warmupSeconds) {
        return TURNS + " turns of " + TURN_SECONDS + " s in each after " + warmupSeconds + " s of warm-up";
    }

    private static Running start(Program program) throws IOException {
        Path output = Files.createTempFile("dyno-bench", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(program.command()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(SideBySide.JVM_FLAGS_BY_VARIABLE);
        return new Running(program, builder.start(), output);
    }

    /** Runs one turn of each program, beginning with number {@code first}, and adds the measurements to {@code results}. */
    void turn(int first, Map<String, List<Measured>> results) throws IOException, InterruptedException {
        for (int i = 0; i < all.size(); i++) {
            Running running = all.get((first + i) % all.size());
            signal("CONT", running);
            await(SETTLE_SECONDS);
            long messages = progress.messages(running.program);
            long ns = System.nanoTime();
            long ticks = Measured.ticksOf(running.process.pid());
            await(TURN_SECONDS);
            messages = progress.messages(running.program) - messages;
            ns = System.nanoTime() - ns;
            ticks = Measured.ticksOf(running.process.pid()) - ticks;
            signal("STOP", running);
            results.computeIfAbsent(running.program.name(), n -> new ArrayList<>())
                    .add(Measured.of(messages, ns, ticks));
        }
    }

    private void await(double seconds) {
        long until = time.nanoTime() + (long) (seconds * 1e9);
        while (time.nanoTime() < until) {
            time.parkUntil(until);
        }
    }

    private static void signal(String name, Running running) throws IOException {
        if (!running.process.isAlive()) {
            throw new IOException(running.program.command() + " has ended:\n" + Files.readString(running.output));
        }
        new ProcessBuilder("kill", "-" + name, Long.toString(running.process.pid()))
                .inheritIO()
                .start()
                .onExit()
                .join();
    }

    @Override
    public void close() throws IOException {
        for (Running running : all) {
            if (running.process.isAlive()) {
                signal("CONT", running);
                running.process.destroy();
            }
        }
        for (Running running : all) {
            running.process
                    .onExit()
                    .completeOnTimeout(running.process, END_SECONDS, TimeUnit.SECONDS)
                    .join();
            running.process.destroyForcibly().onExit().join();
            Files.deleteIfExists(running.output);
        }
        time.close();
    }
}
