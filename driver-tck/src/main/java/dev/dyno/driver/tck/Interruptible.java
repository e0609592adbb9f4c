package dev.dyno.driver.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes commands obey SIGINT and SIGHUP, however their test was started. A shell starts a background job with SIGINT ignored,
 * nohup with SIGHUP ignored; children inherit that, and a JVM keeps it.
 */
public final class Interruptible {

    private static final List<String> RESET = List.of("env", "--default-signal=INT,HUP");

    private Interruptible() {}

    /** The command, started through {@code env}, which resets the signals if it can; the process id stays the same. */
    public static List<String> command(List<String> words) {
        return resets() ? join(RESET, words) : words;
    }

    private static boolean resets() {
        try {
            return new ProcessBuilder(join(RESET, List.of("true")))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
