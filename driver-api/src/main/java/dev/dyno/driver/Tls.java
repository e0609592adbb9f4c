package dev.dyno.driver;

import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPathBuilderException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS encryption of a connection, with the same settings for every driver. All files are PEM.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread. Each method reads the files that it needs.
 *
 * @param trust certificates to trust; empty = those that the JDK trusts
 * @param certificate the client's own certificate, followed by those up to a trusted one; empty = the client presents none
 * @param key the private key of {@code certificate}, PKCS #8 without a password; present if {@code certificate} is
 * @param verifyHost whether the broker's certificate must be for the host in the URL
 */
public record Tls(Optional<Path> trust, Optional<Path> certificate, Optional<Path> key, boolean verifyHost) {

    private static final String PREFIX = "tls.";
    private static final ValueType<Path> PEM = ValueType.file("a PEM file that can be read");
    private static final Setting<Path> TRUST =
            Setting.of("tls.trust", PEM, "certificates to trust; without it, those that the JDK trusts");
    private static final Setting<Path> CERTIFICATE = Setting.of(
            "tls.certificate", PEM, "the client's own certificate, followed by those that lead to a trusted one");
    private static final Setting<Path> KEY = Setting.of("tls.key", PEM, "its private key, PKCS #8 without a password");
    private static final Setting<Boolean> VERIFY_HOST = Setting.of(
                    "tls.verify-host",
                    ValueType.flag(),
                    "whether the broker's certificate must be for the host in the URL")
            .defaultText("true");

    /** The TLS settings, for the setting list of a driver. */
    public static final SettingList SETTINGS = SettingList.of(TRUST, CERTIFICATE, KEY, VERIFY_HOST);

    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "Ed25519", "Ed448");

    /**
     * Reads the TLS settings among a driver's properties.
     *
     * @throws DriverException if a name is unknown, a file cannot be read, or only one of certificate and key is given
     */
    public static Tls of(Map<String, String> properties) throws DriverException {
        Map<String, String> own = new HashMap<>(properties);
        own.keySet().removeIf(name -> !name.startsWith(PREFIX));
        return of(DriverSettings.of("TLS", PREFIX, SETTINGS).read(own));
    }

    static Tls of(SettingValues values) throws DriverException {
        if (values.has(CERTIFICATE) != values.has(KEY)) {
            throw new DriverException(
                    CERTIFICATE.name() + " and " + KEY.name() + ": one is of no use without the other; give both");
        }
        return new Tls(values.given(TRUST), values.given(CERTIFICATE), values.given(KEY), values.get(VERIFY_HOST));
    }

    /**
     * TLS context with these files. The caller must verify the host if {@link #verifyHost}.
     *
     * @throws DriverException if the content of a file is not as required
     */
    public SSLContext context() throws DriverException {
        return contextWith(trustManagers().getTrustManagers());
    }

    /** TLS context for a client library that cannot verify the host: the context's sockets do, if {@link #verifyHost}. */
    public SSLContext verifyingContext() throws DriverException {
        TrustManager[] managers = trustManagers().getTrustManagers();
        return verifyHost
                ? contextWith(new HostVerifier((X509ExtendedTrustManager) managers[0]))
                : contextWith(managers);
    }

    private SSLContext contextWith(TrustManager... trustManagers) throws DriverException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers().map(KeyManagerFactory::getKeyManagers).orElse(null), trustManagers, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new DriverException("TLS: " + e.getMessage(), e);
        }
    }

    /**
     * Does a TLS handshake on a connection and closes it, to find the cause of a failure that a client library does not report.
     *
     * @throws IOException if the broker does not speak TLS, or has no valid certificate
     * @throws DriverException if the content of a file is not as required
     */
    public void tryHandshake(Socket connected, String host, int port) throws DriverException, IOException {
        try (SSLSocket encrypted =
                (SSLSocket) verifyingContext().getSocketFactory().createSocket(connected, host, port, true)) {
            encrypted.startHandshake();
        }
    }

    /** Sentence about an error of the broker's certificate, with advice; empty if the failure has another cause. */
    public static Optional<String> complaint(Causes failure) {
        for (Throwable each : failure.chain()) {
            String words = Causes.message(each);
            if (each instanceof CertificateExpiredException) {
                return Optional.of("the broker's certificate has expired (" + words + "); give the broker a new one");
            } else if (each instanceof CertificateNotYetValidException) {
                return Optional.of("the broker's certificate is not valid yet (" + words + "); look at the clocks");
            } else if (each instanceof CertPathBuilderException) {
                return Optional.of("the broker's certificate is not by a trusted authority; give the certificate of"
                        + " its authority as " + TRUST.name());
            } else if (each instanceof CertificateException && words.matches("No (subject|name) .*")) {
                return Optional.of("the broker's certificate is for another host (" + words
                        + "); connect to the host that it names, or set " + VERIFY_HOST.name() + "=false");
            }
        }
        return Optional.empty();
    }

    /**
     * Trust managers for {@link #trust} or, if that is empty, of the JDK; for a client library that makes its own context.
     *
     * @throws DriverException if the content of the file is not as required
     */
    public TrustManagerFactory trustManagers() throws DriverException {
        try {
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            @Nullable KeyStore store = null;
            if (trust.isPresent()) {
                store = emptyStore();
                for (Certificate one : certificates(TRUST.name(), trust.get())) {
                    store.setCertificateEntry("trusted-" + store.size(), one);
                }
            }
            managers.init(store);
            return managers;
        } catch (GeneralSecurityException | IOException e) {
            throw new DriverException("TLS: " + e.getMessage(), e);
        }
    }

    /**
     * Key managers with {@link #certificate}, for a client library that makes its own context; empty = the client presents none.
     *
     * @throws DriverException if the content of a file is not as required
     */
    public Optional<KeyManagerFactory> keyManagers() throws DriverException {
        if (certificate.isEmpty() || key.isEmpty()) {
            return Optional.empty();
        }
        try {
            KeyStore store = emptyStore();
            Certificate[] chain =
                    certificates(CERTIFICATE.name(), certificate.get()).toArray(Certificate[]::new);
            store.setKeyEntry("client", privateKey(key.get()), new char[0], chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, new char[0]);
            return Optional.of(managers);
        } catch (GeneralSecurityException | IOException e) {
            throw new DriverException("TLS: " + e.getMessage(), e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> certificates(String setting, Path file)
            throws DriverException, GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(file)) {
            List<Certificate> all =
                    List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (!all.isEmpty()) {
                return all;
            }
        } catch (CertificateException e) {
            throw new DriverException(
                    setting + ": " + file + " is not PEM of X.509 certificates: " + e.getMessage(), e);
        }
        throw new DriverException(setting + ": " + file + " holds no certificate; must be PEM of X.509 certificates");
    }

    private static PrivateKey privateKey(Path file) throws DriverException, GeneralSecurityException, IOException {
        Matcher pem = PKCS8.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new DriverException(
                    KEY.name() + ": " + file + " holds no 'BEGIN PRIVATE KEY'; must be PKCS #8 without a"
                            + " password: openssl pkcs8 -topk8 -nocrypt makes it");
        }
        PKCS8EncodedKeySpec encoded =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String type : KEY_TYPES) {
            try {
                return KeyFactory.getInstance(type).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // The key is of another type, and only the factory of that type can read it.
            }
        }
        throw new DriverException(KEY.name() + ": " + file + " is of a type that is not known; must be one of "
                + String.join(", ", KEY_TYPES));
    }
}
