package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

    @ParameterizedTest
    @CsvSource({
        "localhost:1,       localhost, 1,    localhost:1",
        "host,              host,      7400, host:7400",
        "10.0.0.1:65535,    10.0.0.1,  65535, 10.0.0.1:65535",
        "[::1]:0,           ::1,       0,    [::1]:0",
        "[fe80::1],         fe80::1,   7400, [fe80::1]:7400",
        "::1,               ::1,       7400, [::1]:7400"
    })
    void anAddressIsReadAndWritten(String text, String host, int port, String written) {
        final HostPort read = HostPort.parse(text, 7400);
        assertThat(read).isEqualTo(new HostPort(host, port));
        assertThat(read).hasToString(written);
        assertThat(HostPort.parse(written, 1)).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":1", "host:", "host:x", "host:65536", "host:-1"})
    void whatIsNoneIsSaidSo(String text) {
        assertThatThrownBy(() -> HostPort.parse(text, 7400))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(text + ": is not an address; must be HOST:PORT, with a port from 0 to 65535");
    }
}
