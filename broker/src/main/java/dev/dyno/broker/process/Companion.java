package dev.dyno.broker.process;

import java.util.List;

/**
 * Additional process that a broker needs; it starts before the broker and ends after it. Texts may hold placeholders.
 *
 * @param command a program with its arguments
 * @param ready check whether it is ready
 */
public record Companion(List<String> command, Readiness ready) {

    public Companion {
        command = List.copyOf(command);
    }
}
