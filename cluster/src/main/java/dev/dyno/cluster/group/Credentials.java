package dev.dyno.cluster.group;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;

/** Keys and secret with which a member authenticates itself and others. */
record Credentials(Optional<SSLContext> tls, Optional<String> secret) {

    static final int NONCE_BYTES = 16;
    static final int PROOF_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    static Credentials of(GroupOptions options) throws GroupException {
        final Optional<SSLContext> tls = options.keys().isPresent()
                ? Optional.of(Keys.context(options.keys().get()))
                : Optional.empty();
        return new Credentials(tls, options.secret());
    }

    /** Whether there are neither keys nor a secret, so that anybody could join. */
    boolean areNone() {
        return tls.isEmpty() && secret.isEmpty();
    }

    static byte[] nonce() {
        final byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /**
     * Proof of knowing the secret, which does not reveal it. The proof is bound to both members, their random numbers and the
     * direction, so it is of no use in another handshake.
     */
    byte[] proof(
            boolean byCoordinator, byte[] nonceOfWorker, byte[] nonceOfCoordinator, Member worker, Member coordinator) {
        try {
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(("dyno " + secret.orElse("")).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((byte) (byCoordinator ? 1 : 0));
            mac.update(nonceOfWorker);
            mac.update(nonceOfCoordinator);
            mac.update(worker.id().getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(coordinator.id().getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
