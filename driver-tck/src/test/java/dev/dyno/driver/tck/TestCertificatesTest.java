package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TestCertificatesTest {

    @Test
    void theFilesHoldCertificatesOfOneAuthorityWithTheirKeys(@TempDir Path folder) throws Exception {
        TestCertificates made = TestCertificates.create(folder);
        X509Certificate ca = certificate(made.ca());
        ca.verify(ca.getPublicKey());
        assertThat(ca.getBasicConstraints()).as("may sign").isNotNegative();
        for (X509Certificate certificate : List.of(certificate(made.server()), certificate(made.client()))) {
            certificate.checkValidity();
            certificate.verify(ca.getPublicKey());
        }
        X509Certificate server = certificate(made.server());
        assertThat(server.getSubjectAlternativeNames())
                .containsExactly(List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
        assertFits(made.serverKey(), server);
        assertFits(made.clientKey(), certificate(made.client()));
        assertThat(folder.resolve("ca.pem")).isEqualTo(made.ca()).exists();
    }

    private static X509Certificate certificate(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static void assertFits(Path keyFile, X509Certificate certificate) throws Exception {
        List<String> lines = Files.readAllLines(keyFile);
        assertThat(lines.get(0)).isEqualTo("-----BEGIN PRIVATE KEY-----");
        byte[] der = Base64.getDecoder().decode(String.join("", lines.subList(1, lines.size() - 1)));
        Signature signing = Signature.getInstance("SHA256withRSA");
        signing.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der)));
        signing.update(der);
        Signature verifying = Signature.getInstance("SHA256withRSA");
        verifying.initVerify(certificate.getPublicKey());
        verifying.update(der);
        assertThat(verifying.verify(signing.sign())).isTrue();
    }
}
