package dev.dyno.broker.process;

import java.util.Optional;

/**
 * Check from outside whether a broker is ready: all given conditions must hold. Texts may hold placeholders.
 *
 * @param log pattern of a line in its log
 * @param http page with status 200
 * @param tcp request to a port, with its answer
 */
public record Readiness(Optional<String> log, Optional<String> http, Optional<Handshake> tcp) {

    /**
     * The first bytes of a protocol. Each character of a text stands for a byte.
     *
     * @param port at the broker's listen address
     * @param tls {@code true} = inside TLS, whatever the certificate
     * @param send empty = the broker speaks first
     * @param expect pattern at the beginning of the answer
     */
    public record Handshake(String port, String tls, String send, String expect) {}
}
