package dev.dyno.cluster.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Handshake on a connection before its use. The client sends its identity and a random number; the server sends its identity, a
 * random number, and the proof that it knows the secret; the client sends its proof; the server accepts. Either side may refuse
 * instead, with a sentence.
 */
final class Hello {

    /** Magic bytes: the first distinguishes it from TLS, the last is the version of the protocol. */
    static final byte[] MAGIC = {'D', 'Y', 'N', 'O', 'G', 'R', 'P', 1};

    /** Longest duration of the whole handshake, in ms. */
    static final int PATIENCE_MS = 3000;

    private static final byte NO = 0;
    private static final byte NO_FOR_GOOD = 1;
    private static final byte YES = 2;
    private static final int MAX_TEXT = 255;

    private Hello() {}

    /** Purpose of a connection. */
    enum Purpose {
        /** To check whether one would be admitted. */
        KNOCK,
        LINK
    }

    /** Claimed identity of the other side, before it is verified. */
    record Introduction(Member member, boolean hasSecret, byte[] nonce) {}

    /** Writes the address to connect to, if it differs from that of this connection. */
    static void writeAddress(DataOutputStream out, HostPort address) throws IOException {
        out.writeUTF(address.host());
        out.writeShort(address.port());
    }

    static HostPort readAddress(DataInputStream in) throws IOException {
        final String host = text(in);
        if (host.isBlank()) {
            throw new TurnedAwayException(JoinRefusals.NO_LANGUAGE, true);
        }
        return new HostPort(host, in.readUnsignedShort());
    }

    static void writeMagic(DataOutputStream out) throws IOException {
        out.write(MAGIC);
    }

    /** @param already number of its bytes that have been read and were right */
    static boolean readMagic(DataInputStream in, int already) throws IOException {
        final byte[] rest = new byte[MAGIC.length - already];
        in.readFully(rest);
        return Arrays.equals(rest, Arrays.copyOfRange(MAGIC, already, MAGIC.length));
    }

    static void writeIntroduction(DataOutputStream out, Introduction introduction) throws IOException {
        final Member member = introduction.member();
        out.writeByte(Members.code(member.role()));
        out.writeUTF(member.name());
        out.writeUTF(member.version());
        out.writeUTF(member.host());
        out.writeLong(member.pid());
        out.writeUTF(member.id());
        out.writeBoolean(introduction.hasSecret());
        out.write(introduction.nonce());
    }

    static Introduction readIntroduction(DataInputStream in) throws IOException {
        final Role role = Members.role(in.readByte());
        final Member member = new Member(text(in), role, text(in), text(in), in.readLong(), text(in));
        return new Introduction(member, in.readBoolean(), bytes(in, Credentials.NONCE_BYTES));
    }

    static void writeNo(DataOutputStream out, String why, boolean forGood) throws IOException {
        out.writeByte(forGood ? NO_FOR_GOOD : NO);
        out.writeUTF(why);
        out.flush();
    }

    static void writeYes(DataOutputStream out) throws IOException {
        out.writeByte(YES);
    }

    /** @throws TurnedAwayException with the sentence of the other side, if it refuses */
    static void readYes(DataInputStream in) throws IOException {
        final byte verdict = in.readByte();
        if (verdict == NO || verdict == NO_FOR_GOOD) {
            throw new TurnedAwayException(text(in), verdict == NO_FOR_GOOD);
        }
        if (verdict != YES) {
            throw new TurnedAwayException(JoinRefusals.NO_LANGUAGE, true);
        }
    }

    static byte[] bytes(DataInputStream in, int count) throws IOException {
        final byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    /** Text of a stranger in a form to print: at most a line long, without control characters. */
    private static String text(DataInputStream in) throws IOException {
        final String said = in.readUTF();
        final String cut = said.length() <= MAX_TEXT ? said : said.substring(0, MAX_TEXT);
        return cut.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
