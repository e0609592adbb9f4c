package dev.dyno.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether somebody watches, so that a line may be written over. */
final class Terminal {

    private Terminal() {}

    /** Since 22 a JVM has a console always, and that knows whether it is a terminal; before, one is there only if it is. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isWatched() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
