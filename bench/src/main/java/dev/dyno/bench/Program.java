package dev.dyno.bench;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One of the programs that are measured side by side.
 *
 * @param name name in the table
 * @param command command line that starts the program
 * @param line pattern of the line that the program prints in each interval; group 1 is the number of messages a second
 */
record Program(String name, List<String> command, Pattern line) {

    /** Line of acknowledged messages, in the form of {@code artemis perf}. */
    static final Pattern COMPLETED = Pattern.compile("--- completed:\\s+(\\d+) msg/sec.*");

    /** Line of received messages, in the form of {@code artemis perf}. */
    static final Pattern RECEIVED = Pattern.compile("--- received:\\s+(\\d+) msg/sec.*");

    private static final Pattern NO_LINE = Pattern.compile("(?!)");

    /** A program whose output is not read, because the broker counts its messages. */
    static Program countedByTheBroker(String name, List<String> command) {
        return new Program(name, command, NO_LINE);
    }
}
