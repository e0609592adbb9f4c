package dev.dyno.engine.proxy;

/** Direction of bytes through a {@link TcpProxy}. */
public enum Way {
    /** From the client to the server. */
    TO_SERVER,
    /** From the server to the client. */
    TO_CLIENT
}
