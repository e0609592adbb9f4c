package dev.dyno.broker.process;

import java.lang.module.ModuleDescriptor;

/**
 * A version: 2.6.3 comes before 2.44.0, and 4.0.0-rc1 before 4.0.0.
 *
 * @param text in the notation of the user or the recipe
 */
record Version(String text) implements Comparable<Version> {

    /** Whether the text can be a version. It becomes a part of file names. */
    static boolean isValid(String text) {
        return text.matches("[0-9][0-9A-Za-z._]*([+-][0-9A-Za-z._]+)*");
    }

    @Override
    public int compareTo(Version other) {
        return ModuleDescriptor.Version.parse(text).compareTo(ModuleDescriptor.Version.parse(other.text));
    }

    @Override
    public String toString() {
        return text;
    }
}
