package dev.dyno.broker.activemq;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import org.apache.activemq.broker.SslContext;

/** TLS identity of a broker, read from the PEM files of its certificate and its key. */
final class Pem {

    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private Pem() {}

    static SslContext context(String certificateFile, String keyFile) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        Certificate[] chain;
        try (InputStream in = Files.newInputStream(Path.of(certificateFile))) {
            chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
        }
        char[] none = new char[0];
        store.setKeyEntry("broker", key(keyFile), none, chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, none);
        return new SslContext(keys.getKeyManagers(), new TrustManager[0], new SecureRandom());
    }

    private static PrivateKey key(String file) throws Exception {
        String text = Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new GeneralSecurityException("tls-key: " + file + "; must hold a key between '" + BEGIN + "' and '"
                    + END + "' (openssl pkcs8 -topk8 -nocrypt makes one of another).");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException e) {
                // The key has another algorithm.
            }
        }
        throw new GeneralSecurityException("tls-key: " + file + "; must be a key of RSA, EC or Ed25519.");
    }
}
