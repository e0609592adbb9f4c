package dev.dyno.broker.log;

import dev.dyno.model.result.BrokerDeath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes how a broker ended. */
public final class Deaths {

    public static final int LINES = 40;

    /** Exit status on Unix of a process that a signal ended, minus the signal's number. */
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");

    /** Messages of JVMs, Erlang and C++ about missing memory. */
    private static final Pattern NO_MEMORY = Pattern.compile(
            "OutOfMemoryError(: .*)?|Cannot allocate \\d+ bytes of memory.*|(std::)?bad_alloc.*|insufficient memory for the"
                    + " Java Runtime.*");

    private Deaths() {}

    /** @param lines last lines of the broker's log */
    public static BrokerDeath describe(String name, long pid, int status, List<String> lines, Optional<String> lack) {
        Optional<String> noMemory = lines.stream()
                .map(NO_MEMORY::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst();
        String sentence = "the broker " + name + ", process " + pid + ", ended during the run with status " + status
                + signal(status)
                + noMemory.map(words -> ", out of memory: " + words.strip()).orElse("")
                + lack.map(room -> "; " + room).orElse("");
        return new BrokerDeath(sentence, status, noMemory.isPresent(), lines);
    }

    private static String signal(int status) {
        String signal = SIGNALS.get(status - SIGNALLED);
        if (signal == null) {
            return "";
        }
        return signal.equals("SIGKILL")
                ? " (SIGKILL: sent by somebody, or by a system without memory)"
                : " (" + signal + ")";
    }
}
