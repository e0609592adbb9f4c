package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class LinesWithoutPasswordsTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream stream =
            new PrintStream(new LinesWithoutPasswords(written, Secrets::inText), true, UTF_8);

    @Test
    void anAddressLosesItsPasswordAndTheNextLineStays() {
        stream.print("ERROR Failover - [tcp://h:1?jms.password=Xq7&a=b] and amqp://me:Xq7@h\nWARN Größe 3 µs\n");
        stream.print("a prompt: ");
        stream.flush();
        assertThat(written.toString(UTF_8))
                .isEqualTo("ERROR Failover - [tcp://h:1?jms.password=(hidden) and amqp://me@h\nWARN Größe 3 µs\n"
                        + "a prompt: ");
    }
}
