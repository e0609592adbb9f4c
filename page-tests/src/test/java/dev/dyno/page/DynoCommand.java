package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.tck.Interruptible;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command as the build has laid it out, in a process of its own. */
final class DynoCommand {

    static final Path HOME = Path.of(System.getProperty("dyno.home", "the build must set dyno.home"))
            .toAbsolutePath();

    /** Long enough for a machine that is busy with other things. */
    private static final long PATIENCE_SECONDS = 300;

    private final Process process;
    private final Path output;
    private final List<String> arguments;

    private DynoCommand(Process process, Path output, List<String> arguments) {
        this.process = process;
        this.output = output;
        this.arguments = arguments;
    }

    /** @param jvm options of the JVM */
    static DynoCommand start(List<String> jvm, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(jvm);
        words.addAll(List.of("-Ddyno.home=" + HOME, "-cp", HOME.resolve("lib") + "/*", "dev.dyno.cli.Main"));
        words.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile("dyno-page-tests", ".txt");
            Process process = new ProcessBuilder(Interruptible.command(words))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            return new DynoCommand(process, output, List.of(arguments));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void run(List<String> jvm, String... arguments) {
        start(jvm, arguments).end(0);
    }

    /** Same effect as Ctrl+C. */
    void interrupt() {
        try {
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a text of its output. */
    String await(String pattern) {
        Pattern wanted = Pattern.compile(pattern);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            while (true) {
                String text = Files.readString(output, StandardCharsets.UTF_8);
                Matcher found = wanted.matcher(text);
                if (found.find()) {
                    return found.group();
                }
                assertThat(isAlive() && System.nanoTime() < deadlineNs)
                        .as("%s has not said %s: %s", arguments, pattern, text)
                        .isTrue();
                LockSupport.parkNanos(20_000_000);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it, if a test that failed has not. */
    void stop() {
        process.destroyForcibly();
    }

    /** Waits for its end, which must be that of a good run, or of one whose measurement is invalid, unless another is given. */
    String end(int... statuses) {
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%s has not ended", arguments)
                    .isTrue();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(statuses).as("%s: %s", arguments, text).contains(process.exitValue());
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
            output.toFile().delete();
        }
    }

    /** The only run in a folder. */
    static Path runIn(Path runs) {
        try (Stream<Path> all = Files.list(runs)) {
            List<Path> folders = all.toList();
            assertThat(folders).hasSize(1);
            return folders.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
