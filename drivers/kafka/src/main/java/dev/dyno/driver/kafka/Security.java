package dev.dyno.driver.kafka;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/** Translates user, password and TLS to settings of the client library. */
final class Security {

    private Security() {}

    /** @param given the user's settings of the library itself, which are kept */
    static Map<String, Object> of(
            BrokerAddresses addresses, Optional<Credentials> credentials, Tls tls, Map<String, Object> given)
            throws DriverException {
        Map<String, Object> map = new HashMap<>();
        boolean encrypted = addresses.encrypted()
                || tls.trust().isPresent()
                || tls.certificate().isPresent()
                || String.valueOf(given.get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG))
                        .endsWith("SSL");
        boolean login = credentials.isPresent() || given.containsKey(SaslConfigs.SASL_JAAS_CONFIG);
        map.put(
                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                login ? (encrypted ? "SASL_SSL" : "SASL_PLAINTEXT") : (encrypted ? "SSL" : "PLAINTEXT"));
        if (encrypted) {
            addTls(map, tls);
        }
        if (credentials.isPresent()) {
            String mechanism = String.valueOf(given.getOrDefault(SaslConfigs.SASL_MECHANISM, "PLAIN"));
            map.put(SaslConfigs.SASL_MECHANISM, mechanism);
            map.put(SaslConfigs.SASL_JAAS_CONFIG, login(mechanism, credentials.get()));
        }
        return map;
    }

    private static void addTls(Map<String, Object> map, Tls tls) throws DriverException {
        if (tls.trust().isPresent()) {
            map.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
            map.put(
                    SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
                    read(tls.trust().get()));
        }
        if (tls.certificate().isPresent() && tls.key().isPresent()) {
            map.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, "PEM");
            map.put(
                    SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG,
                    read(tls.certificate().get()));
            map.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, read(tls.key().get()));
        }
        if (!tls.verifyHost()) {
            map.put(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG, "");
        }
    }

    private static String read(Path file) throws DriverException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new DriverException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String login(String mechanism, Credentials credentials) throws DriverException {
        String module =
                switch (mechanism.toUpperCase(Locale.ROOT)) {
                    case "PLAIN" -> "org.apache.kafka.common.security.plain.PlainLoginModule";
                    case "SCRAM-SHA-256", "SCRAM-SHA-512" -> "org.apache.kafka.common.security.scram.ScramLoginModule";
                    default ->
                        throw new DriverException("sasl.mechanism: " + mechanism
                                + "; with a user and a password it must be PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512."
                                + " For others leave these out and give sasl.jaas.config");
                };
        return module + " required username=" + quoted(credentials.user()) + " password="
                + quoted(credentials.password()) + ";";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
