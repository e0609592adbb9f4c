package dev.dyno.broker.process;

import java.util.List;

/**
 * A process that a broker needs beside its own; it starts before the broker and ends after it. Texts may hold placeholders.
 *
 * @param command a program with its arguments
 * @param ready how it is found out that it serves
 */
public record Companion(List<String> command, Readiness ready) {

    public Companion {
        command = List.copyOf(command);
    }
}
