package dev.dyno.cli;

import java.io.Console;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Asks on the terminal, which does not show the answer, for the value of an option that stands without one. */
final class Prompt {

    /** In the place of a value that is to be asked for: no word of a command line has this character. */
    static final String ASKED = "\0";

    private Prompt() {}

    /** Fills in what is to be asked for; a problem where there is no terminal. */
    static void fill(CommandSpec spec, Problems problems) {
        for (OptionSpec option : spec.options()) {
            if (ASKED.equals(option.getValue())) {
                option.setValue(answer(option.longestName(), problems));
            }
        }
    }

    @SuppressWarnings("SystemConsoleNull")
    private static String answer(String option, Problems problems) {
        Console console = System.console();
        char[] typed = Terminal.isWatched() && console != null
                ? console.readPassword("%s: ", option.replaceFirst("^-+", ""))
                : null;
        if (typed == null) {
            problems.add(option + ": has no value, and there is no terminal to ask for it on; give " + option
                    + "-file FILE, or the variable " + EnvironmentTwins.twinOf(option) + ".");
            return "none";
        }
        return new String(typed);
    }
}
