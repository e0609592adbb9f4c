package dev.dyno.driver.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Commands that obey SIGINT and SIGHUP wherever their test was started. A shell starts a job in the background with the first
 * ignored, nohup with the second; children inherit that, and a JVM then keeps them ignored.
 */
public final class Interruptible {

    private static final List<String> RESET = List.of("env", "--default-signal=INT,HUP");

    private Interruptible() {}

    /** The command, started by one that resets the signals if this system has it; the process id stays the same. */
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
