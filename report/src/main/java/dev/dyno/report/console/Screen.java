package dev.dyno.report.console;

import dev.dyno.model.result.Verdict;
import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Output for a person during a load: permanent lines and, below them, one line of progress that a terminal overwrites.
 *
 * <p>Assumptions and guarantees: usable from any thread; lines of several threads are not mixed.
 */
public final class Screen {

    /** Width of lines if the output is no terminal. */
    public static final int WIDTH = 100;

    private final PrintWriter out;
    private final boolean terminal;
    private final boolean coloured;
    private final int width;
    private String inProgress = "";
    private final Set<String> steps = new HashSet<>();

    /**
     * @param terminal whether a line can be overwritten
     * @param coloured whether verdicts have colours
     * @param width characters of a line
     */
    public Screen(PrintWriter out, boolean terminal, boolean coloured, int width) {
        this.out = out;
        this.terminal = terminal;
        this.coloured = coloured;
        this.width = width;
    }

    /** Screen for a file or another program. */
    public static Screen plain(PrintWriter out) {
        return new Screen(out, false, false, WIDTH);
    }

    public int width() {
        return width;
    }

    public boolean isTerminal() {
        return terminal;
    }

    public void say(String sentence) {
        print(Wrap.broken("", "  ", sentence, width));
    }

    public synchronized void print(List<String> lines) {
        if (!inProgress.isEmpty()) {
            out.print('\r' + " ".repeat(inProgress.length()) + '\r');
            inProgress = "";
        }
        steps.clear();
        lines.forEach(out::println);
        out.flush();
    }

    /**
     * Shows a step in progress: on a terminal with the part of it that is done, elsewhere by one line.
     *
     * @param progress empty = unknown
     */
    public synchronized void step(String name, String progress) {
        if (steps.add(name) || terminal) {
            String line = terminal ? name + " … " + progress : name + " …";
            progress(line.substring(0, Math.min(line.length(), width)));
        }
    }

    /** Overwrites the line of progress on a terminal; elsewhere each line stays. */
    synchronized void progress(String line) {
        if (terminal) {
            out.print('\r' + line + " ".repeat(Math.max(0, inProgress.length() - line.length())));
            inProgress = line;
        } else {
            out.println(line);
        }
        out.flush();
    }

    /** Makes the line of progress permanent. */
    public synchronized void keep() {
        if (!inProgress.isEmpty()) {
            out.println();
            out.flush();
            inProgress = "";
        }
    }

    String coloured(String word, Verdict.Level level) {
        int colour =
                switch (level) {
                    case VALID -> 32;
                    case SUSPECT -> 33;
                    case INVALID -> 31;
                };
        return coloured ? "\u001b[1;" + colour + "m" + word + "\u001b[0m" : word;
    }

    /**
     * Whether the output is a terminal, on which a line can be overwritten. From Java 22 on there is always a console, which
     * knows whether it is a terminal; before, there is a console only on a terminal.
     */
    @SuppressWarnings("SystemConsoleNull")
    public static boolean isWatched() {
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
