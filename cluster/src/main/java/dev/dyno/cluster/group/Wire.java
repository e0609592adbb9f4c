package dev.dyno.cluster.group;

/** Transport of frames to other members. */
interface Wire {

    HostPort address();

    /** Sends a frame; it may be lost if the other member has left. In order, except urgent frames. */
    void send(Member to, WireMessage frame);

    /** Leaves. Frames sent before are delivered. */
    void disconnect();

    /** Closes all threads and ports. */
    void close();
}
