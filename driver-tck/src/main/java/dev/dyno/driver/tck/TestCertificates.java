package dev.dyno.driver.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * PEM files for a test of TLS, in one folder: a certificate authority, a certificate signed by it for a server at
 * {@code localhost}, 127.0.0.1 and ::1, and one for a client; beside them {@code elsewhere.pem} for a server at another host, and
 * {@code expired.pem}. All but the expired one are valid until the end of 2049. The keys are RSA, in PKCS #8 without a password;
 * nobody has the key of the authority.
 *
 * @param ca {@code ca.pem}, which both sides trust
 * @param server {@code server.pem}
 * @param serverKey {@code server-key.pem}
 * @param client {@code client.pem}; its subject is {@code CN=dyno-client}
 * @param clientKey {@code client-key.pem}
 */
public record TestCertificates(Path ca, Path server, Path serverKey, Path client, Path clientKey) {

    private static final List<String> NAMES = List.of(
            "ca",
            "server",
            "server-key",
            "client",
            "client-key",
            "elsewhere",
            "elsewhere-key",
            "expired",
            "expired-key");

    /** Copies the files into an existing folder. */
    public static TestCertificates create(Path folder) {
        for (String name : NAMES) {
            String file = name + ".pem";
            try (InputStream in = TestCertificates.class.getResourceAsStream("certificates/" + file)) {
                Files.copy(Objects.requireNonNull(in, file), folder.resolve(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new TestCertificates(
                folder.resolve("ca.pem"),
                folder.resolve("server.pem"),
                folder.resolve("server-key.pem"),
                folder.resolve("client.pem"),
                folder.resolve("client-key.pem"));
    }

    /**
     * Settings of a client that trusts the server.
     *
     * @param more further settings: each name followed by its value
     */
    public Map<String, String> trust(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of("tls.trust", ca.toString()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    /**
     * Settings of a client that trusts the server, and shows the server a certificate of its own.
     *
     * @param more further settings: each name followed by its value
     */
    public Map<String, String> mutual(String... more) {
        Map<String, String> settings = trust(more);
        settings.put("tls.certificate", client.toString());
        settings.put("tls.key", clientKey.toString());
        return settings;
    }
}
