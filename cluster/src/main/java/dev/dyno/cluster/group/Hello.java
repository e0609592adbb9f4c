package dev.dyno.cluster.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * What is said on a connection before it is used. The one that knocks says who it is and a random number; the host says who it
 * is, a random number, and the proof that it knows the secret; the one that knocks proves it too; the host says welcome. Either
 * may say no instead, with a sentence.
 */
final class Hello {

    /** The first of them tells it from TLS, and the last is the version of this language. */
    static final byte[] MAGIC = {'D', 'Y', 'N', 'O', 'G', 'R', 'P', 1};

    /** How long the whole of it may take. */
    static final int PATIENCE_MS = 3000;

    private static final byte NO = 0;
    private static final byte NO_FOR_GOOD = 1;
    private static final byte YES = 2;
    private static final int MAX_TEXT = 255;

    private Hello() {}

    /** What the connection is for. */
    enum Purpose {
        /** Only to hear whether one would be let in. */
        KNOCK,
        LINK
    }

    /** Who somebody says to be, before it is believed. */
    record Introduction(Member member, boolean hasSecret, byte[] nonce) {}

    /** Of a host: what others are to connect to, if it is not what this connection was made to. */
    static void writeAddress(DataOutputStream out, HostPort address) throws IOException {
        out.writeUTF(address.host());
        out.writeShort(address.port());
    }

    static HostPort readAddress(DataInputStream in) throws IOException {
        final String host = text(in);
        if (host.isBlank()) {
            throw new TurnedAwayException(Refusals.NO_LANGUAGE, true);
        }
        return new HostPort(host, in.readUnsignedShort());
    }

    static void writeMagic(DataOutputStream out) throws IOException {
        out.write(MAGIC);
    }

    /** @param already how many bytes of it have been read, and were right */
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

    /** @throws TurnedAwayException with the sentence of the other side, if it says no */
    static void readYes(DataInputStream in) throws IOException {
        final byte verdict = in.readByte();
        if (verdict == NO || verdict == NO_FOR_GOOD) {
            throw new TurnedAwayException(text(in), verdict == NO_FOR_GOOD);
        }
        if (verdict != YES) {
            throw new TurnedAwayException(Refusals.NO_LANGUAGE, true);
        }
    }

    static byte[] bytes(DataInputStream in, int count) throws IOException {
        final byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    /** What strangers say is printed: not longer than a line, and without what moves a cursor. */
    private static String text(DataInputStream in) throws IOException {
        final String said = in.readUTF();
        final String cut = said.length() <= MAX_TEXT ? said : said.substring(0, MAX_TEXT);
        return cut.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
