package dev.dyno.cli.options;

import dev.dyno.app.plan.Problems;
import dev.dyno.report.console.Screen;
import java.io.Console;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Asks on the terminal, without showing the answer, for the value of an option that was given without one. */
public final class Prompt {

    /** Placeholder for a value that the user is asked for; no word of a command line contains this character. */
    static final String ASKED = "\0";

    private Prompt() {}

    /** Asks for the value of each option that was given without one; without a terminal each is an error. */
    public static void fill(CommandSpec spec, Problems problems) {
        for (OptionSpec option : spec.options()) {
            if (ASKED.equals(option.getValue())) {
                option.setValue(answer(option.longestName(), problems));
            }
        }
    }

    @SuppressWarnings("SystemConsoleNull")
    private static String answer(String option, Problems problems) {
        Console console = System.console();
        char[] typed = Screen.isWatched() && console != null
                ? console.readPassword("%s: ", option.replaceFirst("^-+", ""))
                : null;
        if (typed == null) {
            problems.add(option + ": has no value, and there is no terminal to ask for it on; give " + option
                    + "-file FILE, or the variable " + EnvironmentDefaults.twinOf(option) + ".");
            return "none";
        }
        return new String(typed);
    }
}
