"""Where pictures come from: files, a USB camera, or another program over a socket. Not what they show."""

from vision.camera.base import Camera, CameraImage
from vision.camera.files import FileCamera
from vision.camera.server import PictureServer
from vision.camera.socket import SocketCamera
from vision.camera.usb import UsbCamera

__all__ = ["Camera", "CameraImage", "FileCamera", "PictureServer", "SocketCamera", "UsbCamera"]
