package dev.dyno.broker.process;

import java.util.List;
import java.util.Optional;

/**
 * Command that runs before a broker starts, but not before a restart, and must end with status 0. With data of an earlier broker
 * it runs again and must not change that data. Texts may hold placeholders.
 *
 * @param main a main class of the broker's own jars; empty = a program
 * @param when boolean knob that enables it; empty = always
 * @param words arguments of the main class; or the program with its arguments
 */
public record Step(Optional<String> main, Optional<String> when, List<String> words) {

    public Step {
        words = List.copyOf(words);
    }
}
