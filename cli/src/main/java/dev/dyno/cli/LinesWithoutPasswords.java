package dev.dyno.cli;

import dev.dyno.driver.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Lines on their way to a stream, without the passwords in addresses: logs of client libraries have them.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class LinesWithoutPasswords extends OutputStream {

    private final OutputStream to;

    /** Guarded by this. */
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LinesWithoutPasswords(OutputStream to) {
        this.to = to;
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

    /** Also a line that has no end yet. */
    @Override
    public synchronized void flush() throws IOException {
        pass();
        to.flush();
    }

    private void pass() throws IOException {
        to.write(Secrets.withoutPassword(line.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
        line.reset();
    }
}
