package dev.dyno.driver.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Files of a test of TLS, in PEM, in one folder: a certificate authority, a certificate by it for a server at
 * {@code localhost}, 127.0.0.1 and ::1, and one for a client; beside them {@code elsewhere.pem} for a server at another host,
 * and {@code expired.pem}. The keys are RSA, in PKCS#8 without a password.
 *
 * @param ca {@code ca.pem}, what both sides trust
 * @param server {@code server.pem}
 * @param serverKey {@code server-key.pem}
 * @param client {@code client.pem}; its subject is {@code CN=dyno-client}
 * @param clientKey {@code client-key.pem}
 */
public record TestCertificates(Path ca, Path server, Path serverKey, Path client, Path clientKey) {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String DAYS = "2";
    private static final int PEM_LINE = 64;

    /** Puts them into that folder, which exists. */
    public static TestCertificates create(Path folder) {
        TestCertificates here = new TestCertificates(
                folder.resolve("ca.pem"),
                folder.resolve("server.pem"),
                folder.resolve("server-key.pem"),
                folder.resolve("client.pem"),
                folder.resolve("client-key.pem"));
        try {
            Path made = ofToday();
            try (Stream<Path> files = Files.list(made)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".pem")).toList()) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return here;
    }

    /**
     * A folder that has them. They are made once a day for all modules of a build, in the folder where that is laid out: keytool
     * starts a JVM for each key.
     */
    private static Path ofToday() throws IOException {
        Path made = Path.of(System.getProperty("dyno.home", "target/dyno"))
                .resolveSibling("certificates-for-tests")
                .resolve(LocalDate.now(ZoneOffset.UTC).toString());
        if (Files.notExists(made)) {
            Path making = Files.createTempDirectory(Files.createDirectories(made.getParent()), "making");
            make(making);
            try {
                Files.move(making, made, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                // Unless the tests of another module were quicker.
                if (Files.notExists(made)) {
                    throw e;
                }
            }
        }
        return made;
    }

    private static void make(Path folder) throws IOException {
        Path store = folder.resolve("certificates.p12");
        generate(store, "ca", "CN=Dyno test CA", "bc:c=ca:true", "ku:c=keyCertSign,cRLSign");
        generate(
                store,
                "server",
                "CN=localhost",
                "san=dns:localhost,ip:127.0.0.1,ip:0:0:0:0:0:0:0:1",
                "ku=digitalSignature,keyEncipherment",
                "eku=serverAuth");
        generate(store, "client", "CN=dyno-client", "ku=digitalSignature", "eku=clientAuth");
        generate(store, "elsewhere", "CN=elsewhere", "san=dns:elsewhere.example", "eku=serverAuth");
        generate(store, "expired", "CN=localhost", "san=dns:localhost,ip:127.0.0.1", "eku=serverAuth");
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD);
            write(folder.resolve("ca.pem"), keys.getCertificate("ca"));
            for (String name : List.of("server", "client", "elsewhere", "expired")) {
                write(folder.resolve(name + ".pem"), keys.getCertificate(name));
                write(folder.resolve(name + "-key.pem"), keys.getKey(name, PASSWORD));
            }
        } catch (GeneralSecurityException e) {
            throw new AssertionError("cannot read what keytool made", e);
        }
    }

    /**
     * The settings of a client that trusts the server.
     *
     * @param more further settings, names and values in turn
     */
    public Map<String, String> trust(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of("tls.trust", ca.toString()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    /**
     * The settings of a client that trusts the server, and shows the server a certificate of its own.
     *
     * @param more further settings, names and values in turn
     */
    public Map<String, String> mutual(String... more) {
        Map<String, String> settings = trust(more);
        settings.put("tls.certificate", client.toString());
        settings.put("tls.key", clientKey.toString());
        return settings;
    }

    /** A key with its certificate, by the authority unless it is the authority itself. */
    private static void generate(Path store, String alias, String subject, String... extensions) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                DAYS,
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString(),
                "-alias",
                alias,
                "-dname",
                subject));
        if (!alias.equals("ca")) {
            command.addAll(List.of("-signer", "ca"));
        }
        if (alias.equals("expired")) {
            command.addAll(List.of("-startdate", "-10d"));
        }
        for (String extension : extensions) {
            command.addAll(List.of("-ext", extension));
        }
        run(command);
    }

    private static void run(List<String> command) {
        Path output = Path.of(command.get(command.indexOf("-keystore") + 1) + ".log");
        try {
            Process keytool = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS)) {
                keytool.destroyForcibly();
                throw new AssertionError("keytool did not end");
            }
            if (keytool.exitValue() != 0) {
                throw new AssertionError("keytool failed: " + Files.readString(output));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while keytool ran", e);
        }
    }

    private static void write(Path file, Certificate certificate) throws GeneralSecurityException, IOException {
        write(file, "CERTIFICATE", certificate.getEncoded());
    }

    private static void write(Path file, Key key) throws IOException {
        write(file, "PRIVATE KEY", key.getEncoded());
    }

    private static void write(Path file, String label, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(der);
        Files.writeString(
                file,
                "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n",
                StandardCharsets.US_ASCII);
    }
}
