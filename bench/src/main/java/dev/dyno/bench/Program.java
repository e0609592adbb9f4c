package dev.dyno.bench;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One of the programs that are measured side by side.
 *
 * @param name in the table
 * @param command what to start
 * @param line what it prints in each interval; its first group is the messages a second
 */
record Program(String name, List<String> command, Pattern line) {

    /** Acknowledged messages, in the form of {@code artemis perf}. */
    static final Pattern COMPLETED = Pattern.compile("--- completed:\\s+(\\d+) msg/sec.*");

    /** Received messages, in the form of {@code artemis perf}. */
    static final Pattern RECEIVED = Pattern.compile("--- received:\\s+(\\d+) msg/sec.*");

    private static final Pattern NO_LINE = Pattern.compile("(?!)");

    /** Program whose output does not matter. */
    static Program countedByTheBroker(String name, List<String> command) {
        return new Program(name, command, NO_LINE);
    }
}
