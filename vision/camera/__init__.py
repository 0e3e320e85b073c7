"""Where pictures come from: files, cameras, or another program over a socket. Not what they show."""

from vision.camera.base import Camera, CameraImage
from vision.camera.checked import CheckedCamera, Expectations, Refusal
from vision.camera.files import FileCamera
from vision.camera.rpicam import RpicamMode, rpicam_camera
from vision.camera.server import PictureServer
from vision.camera.socket import SocketCamera
from vision.camera.usb import UsbMode, usb_camera
from vision.camera.video import VideoCamera

__all__ = [
    "Camera",
    "CameraImage",
    "CheckedCamera",
    "Expectations",
    "FileCamera",
    "PictureServer",
    "Refusal",
    "RpicamMode",
    "SocketCamera",
    "UsbMode",
    "VideoCamera",
    "rpicam_camera",
    "usb_camera",
]
