package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Tls;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class EncryptionTest {

    /** The library reads that file as the JDK reads properties: ISO 8859-1, with escapes. */
    @Test
    void pathsOfCertificateAndKeyMayHaveAnyLetters() throws Exception {
        Path key = Path.of("/a\\b c=d/Schlüssel ż.pem");
        Path certificate = Path.of("/Größe.pem");
        Tls tls = new Tls(Optional.empty(), Optional.of(certificate), Optional.of(key), true);

        Path file = Path.of(new Encryption(tls).fill("path=${tls.pemcfg}").getOrDefault("path", ""));

        Properties read = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            read.load(in);
        }
        assertThat(read)
                .containsEntry("source.key", key.toString())
                .containsEntry("source.cert", certificate.toString());
    }
}
