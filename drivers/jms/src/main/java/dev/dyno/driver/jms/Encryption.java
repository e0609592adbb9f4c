package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * TLS settings, see {@link Tls}. Passes them to a JMS provider in the way that its preset names: in the URL, in properties, or by
 * a method of the connection factory.
 */
record Encryption(Tls tls) {

    /**
     * The assignments {@code a=b&c=d} with the settings of TLS filled in; those that need a file that was not given are left out.
     */
    Map<String, String> fill(String assignments) throws DriverException {
        Map<String, String> filled = new LinkedHashMap<>();
        for (Map.Entry<String, String> assignment :
                JmsSettings.assignments(assignments).entrySet()) {
            String value = assignment.getValue();
            Optional<String> word =
                    switch (value) {
                        case "${tls.trust}" -> tls.trust().map(Path::toString);
                        case "${tls.certificate}" -> tls.certificate().map(Path::toString);
                        case "${tls.key}" -> tls.key().map(Path::toString);
                        case "${tls.verify-host}" -> Optional.of(Boolean.toString(tls.verifyHost()));
                        case "${tls.pemcfg}" -> pemcfg();
                        default -> Optional.of(value);
                    };
            word.ifPresent(text -> filled.put(assignment.getKey(), text));
        }
        return filled;
    }

    /** File with the paths of certificate and key, in the form of the keystore type PEMCFG. Deleted when the JVM ends. */
    private Optional<String> pemcfg() throws DriverException {
        if (tls.certificate().isEmpty() || tls.key().isEmpty()) {
            return Optional.empty();
        }
        Properties files = new Properties();
        files.put("source.key", tls.key().get().toAbsolutePath().toString());
        files.put("source.cert", tls.certificate().get().toAbsolutePath().toString());
        try {
            Path file = Files.createTempFile("dyno-", ".pemcfg");
            file.toFile().deleteOnExit();
            try (OutputStream out = Files.newOutputStream(file)) {
                files.store(out, null);
            }
            return Optional.of(file.toString());
        } catch (IOException e) {
            throw new DriverException("TLS: cannot write a temporary file: " + Failures.words(e), e);
        }
    }

    /**
     * Calls the factory's method of that name that takes an {@link SSLContext}, or managers of keys and trust and a random
     * generator.
     */
    void apply(Object factory, String name) throws Exception {
        for (Method method : factory.getClass().getMethods()) {
            if (method.getName().equals(name)) {
                Class<?>[] types = method.getParameterTypes();
                if (types.length == 1 && types[0] == SSLContext.class) {
                    method.invoke(factory, tls.context());
                    return;
                } else if (types.length == 3 && types[0] == KeyManager[].class && types[1] == TrustManager[].class) {
                    method.invoke(factory, keyManagers(), tls.trustManagers().getTrustManagers(), new SecureRandom());
                    return;
                }
            }
        }
        throw new DriverException("jms.tls.method: " + factory.getClass().getName() + " has no method " + name
                + " that takes an SSLContext, or key managers, trust managers and a SecureRandom");
    }

    private KeyManager[] keyManagers() throws DriverException {
        return tls.keyManagers().map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]);
    }
}
