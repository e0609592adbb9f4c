package dev.dyno.app.execute;

import dev.dyno.driver.PlainText;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault.Command;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs the command of a fault, for a limited time and with a limited output.
 *
 * <p>Assumptions and guarantees: {@link #of} on any thread, several at once. A daemon thread reads the output, which this
 * object's monitor guards, to the end of the stream, so that a command never waits for a reader; output that arrives after the
 * result was made is dropped. An interrupt ends the wait and not the command.
 */
final class CommandRun {

    static final Duration LIMIT = Duration.ofSeconds(30);

    private static final int MOST_BYTES = 4_096;
    /** Time for the last output of a command that has ended; a program that it started may hold the stream open. */
    private static final long REST_MILLIS = 500;

    private final byte[] output = new byte[MOST_BYTES];
    private int length;
    private long more;

    private CommandRun() {}

    /** Runs a command in the folder of this process, without input; kills it, and what it started, after the limit. */
    static CommandResult of(Command command, Duration limit) {
        CommandRun run = new CommandRun();
        Optional<Integer> status = Optional.empty();
        String end = "";
        try {
            Process process = new ProcessBuilder(command.words())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            Thread reader = new Thread(() -> run.read(process.getInputStream()), "exec output");
            reader.setDaemon(true);
            reader.start();
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                status = Optional.of(process.exitValue());
            } else {
                end = "killed after " + Units.formatDuration(limit.toNanos());
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            reader.join(REST_MILLIS);
        } catch (IOException e) {
            end = "not started: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end = "interrupted";
        }
        return new CommandResult(shown(command.line()), status, run.text(end));
    }

    private void read(InputStream in) {
        byte[] buffer = new byte[MOST_BYTES];
        try (in) {
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                synchronized (this) {
                    int kept = Math.min(got, MOST_BYTES - length);
                    System.arraycopy(buffer, 0, output, length, kept);
                    length += kept;
                    more += got - kept;
                }
            }
        } catch (IOException e) {
            // The command was killed.
        }
    }

    /** Words about an end that was not the command's own, if any, and the output. */
    private synchronized String text(String end) {
        String text = PlainText.of(shown(new String(output, 0, length, StandardCharsets.UTF_8)))
                .strip();
        return (end + "\n" + text + (more == 0 ? "" : "\n… " + more + " bytes more")).strip();
    }

    /** The text without the secrets of the run, and without anything that looks like a secret. */
    static String shown(String text) {
        return Secrets.withoutSecrets(Secrets.withoutRemembered(text));
    }
}
