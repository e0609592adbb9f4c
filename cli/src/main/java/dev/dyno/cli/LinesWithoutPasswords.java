package dev.dyno.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Output stream that removes passwords from lines: logs of client libraries contain some.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class LinesWithoutPasswords extends OutputStream {

    private final OutputStream to;
    private final UnaryOperator<String> shown;

    /** Line so far. Guarded by this. */
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** @param shown removes passwords from a line */
    LinesWithoutPasswords(OutputStream to, UnaryOperator<String> shown) {
        this.to = to;
        this.shown = shown;
    }

    @Override
    public synchronized void write(int each) throws IOException {
        if (each == '\n') {
            pass();
            to.write(each);
        } else {
            line.write(each);
        }
    }

    /** Writes even a line without an end. */
    @Override
    public synchronized void flush() throws IOException {
        pass();
        to.flush();
    }

    private void pass() throws IOException {
        to.write(shown.apply(line.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
        line.reset();
    }
}
