package dev.dyno.broker.process;

import java.util.Optional;

/**
 * How it is found out from outside that a broker serves: everything that is given must hold. Texts may hold placeholders.
 *
 * @param log a pattern that is found in a line of its log
 * @param http a page that is answered with status 200
 * @param tcp a question to a port, with its answer
 */
public record Readiness(Optional<String> log, Optional<String> http, Optional<Handshake> tcp) {

    /**
     * The first bytes of a protocol. Texts stand for bytes, a character each.
     *
     * @param port at the address that the broker listens at
     * @param tls {@code true} = inside TLS, whatever the certificate
     * @param send empty = the broker speaks first
     * @param expect a pattern that the answer begins with
     */
    public record Handshake(String port, String tls, String send, String expect) {}
}
