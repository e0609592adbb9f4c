package dev.dyno.broker.process;

import java.util.List;
import java.util.Optional;

/**
 * What is run, and must end with status 0, before a broker starts; not before a restart. With data of an earlier broker it is run
 * again, and must leave that alone. Texts may hold placeholders.
 *
 * @param main a main class of the broker's own jars; empty = a program
 * @param when the boolean knob with which alone it is run; empty = always
 * @param words the arguments of the main class; or the program with its arguments
 */
public record Step(Optional<String> main, Optional<String> when, List<String> words) {

    public Step {
        words = List.copyOf(words);
    }
}
